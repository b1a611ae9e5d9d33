import ArgumentParser
import NFCTag
import ReaderAgent

struct TagReset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Give a tag that signs its address its factory keys, and remove its message.",
        discussion: """
            For an NTAG 424 DNA that 'tag provision' has set up. The server retires the tag first. The command needs the personal
            key of an administrator, like 'tag provision'. After an interruption, the same command completes the work.

              desktap-reader tag reset --server https://desk.example.com --key-file key
            """)
    @OptionGroup var options: TagOptions
    @Option(help: "The server (DESKTAP_READER_SERVER).") var server: String?
    @OptionGroup var registry: TagRegistryOptions

    func run() async throws {
        try await registry.with(server, options) { registry in
            do {
                options.announce("Place the tag on the reader, or leave it there.")
                let (reader, uid) = try await options.next.withTags { tags in
                    try await TagProvisioner.reset(registry, from: &tags, expecting: options.uid) { options.announce("\($0)") }
                }
                options.print(
                    TagOutput([("reader", .text(reader)), ("uid", .text("\(uid)")), ("result", .text("reset"))]))
            } catch {
                throw options.fail(error)
            }
        }
    }
}

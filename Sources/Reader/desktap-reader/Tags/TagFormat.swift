import ArgumentParser
import NFCTag
import ReaderAgent

struct TagFormat: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format", abstract: "Prepare a tag for messages. A prepared tag is not changed.")
    @OptionGroup var options: TagOptions
    @Flag(
        help: """
            Replace a damaged structure; its message is lost. Correct a capability container whose size differs from the chip's,
            if the tag allows it.
            """)
    var force = false

    func run() async throws {
        try await options.work { reader, writer in
            let writing = try await writer.format(expecting: options.uid, force: force)
            return TagOutput(writing, reader: reader, did: "formatted")
        }
    }
}

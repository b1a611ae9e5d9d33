import ArgumentParser
import NFCTag
import ReaderAgent

struct TagProvision: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision", abstract: "Write addresses that prove their tag, and register the tags.",
        discussion: """
            The server can detect copies of a provisioned tag. The server issues a certificate for this tag at this desk. Address
            and certificate are written to the same tag and read back, then the server is notified. An NTAG 424 DNA gets keys instead,
            with which it signs its address at each reading; the server checks the first one. The command needs a key for tags, which 'desktap person key ADMINISTRATOR --tags' prints. Save it in a file for --key-file, or set
            DESKTAP_READER_PERSONAL_KEY. After an interruption, the same command completes the work.

              desktap-reader tag provision --server https://desk.example.com --key-file key --event start --desk 6F-A3
              desktap-reader tag provision --server https://desk.example.com --key-file key --from tags.csv

            The address gets a secret of the tag (k=…), so that phones tap without confirmation, and short field names (e, d, o for
            event, desk, office). A certificate takes 83 bytes in addition: an NTAG213 has room for both if the host has up to 17
            characters and the desk 5. An ICODE SLIX is too small.
            """)
    @OptionGroup var options: TagOptions
    @OptionGroup var place: TagPlaceOptions
    @OptionGroup var list: TagListOptions
    @OptionGroup var registry: TagRegistryOptions
    @Flag(help: "Register only the UID and write only the address, for tags without room for a certificate.")
    var uidOnly = false
    @Flag(help: "Give a tag that signs its address already new keys.") var newKeys = false
    @Flag(help: "End the tag's registration for another desk or event.") var replace = false

    func run() async throws {
        guard !newKeys || !uidOnly else { throw ValidationError("--new-keys cannot be combined with --uid-only.") }
        try await registry.with(place.server, options) { registry in
            try await provision(
                with: TagProvisioner(registry: registry, replacing: replace, certificate: !uidOnly, newKeys: newKeys))
        }
    }

    private func provision(with provisioner: TagProvisioner) async throws {
        if let path = list.list {
            return try await list.run(
                path, options, place, .provision(provisioner),
                finishing: TagSeriesRun.Work.provisioning(certificates: !uidOnly))
        }
        let uri = try await place.address()
        do {
            options.announce("Place the tag on the reader, or leave it there.")
            let answer = try await options.next.withTags { tags in
                let made = try await provisioner.provision(from: &tags, with: uri, expecting: options.uid) {
                    options.announce("\($0)")
                }
                return TagOutput([
                    ("reader", .text(made.reader)), ("uid", .text("\(made.uid)")), ("result", .text(made.outcome.rawValue)),
                    ("uri", .text(made.address)),
                ])
            }
            options.print(answer)
        } catch {
            throw options.fail(error)
        }
    }
}

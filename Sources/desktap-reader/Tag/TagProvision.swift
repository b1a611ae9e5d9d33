import ArgumentParser
import NFCTag
import ReaderAgent

struct TagProvision: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision", abstract: "Write addresses with certificates to tags, and register them.",
        discussion: """
            A provisioned tag can be told from a copy. The server is asked for a certificate for this tag at this desk; the tag is
            asked for again, another one is refused; address and certificate are written and read back, and the server is told.
            It needs the personal key of an administrator: 'desktap person key USER' prints one. Put it into a file and name that
            with --key-file, or set DESKTAP_READER_PERSONAL_KEY. Interrupted at any moment, the same command completes the work.

              desktap-reader tag provision --server https://desk.example.com --key-file key --event start --desk 6F-A3
              desktap-reader tag provision --server https://desk.example.com --key-file key --from tags.csv

            The address gets a word of the tag's own, by which phones tap without a touch (k=…), and short names (e, d, o for event,
            desk, office). A certificate takes 83 bytes beside it: an NTAG213 has room for both where the host has up to 17
            characters and the desk 5; an ICODE SLIX is too small.
            """)
    @OptionGroup var options: TagOptions
    @OptionGroup var place: TagPlaceOptions
    @OptionGroup var list: TagListOptions
    @Option(help: "A file with an administrator's personal key.") var keyFile: String?
    @OptionGroup var tls: TLSOptions
    @Flag(help: "Register the UID alone and write the address alone, for tags that have no room for a certificate.")
    var uidOnly = false
    @Flag(help: "Where the tag stands for another desk or event, end that.") var replace = false

    func run() async throws {
        let settings = try Settings(
            ["server": place.server, "personal-key-file": keyFile].merging(tls.values) { first, _ in first }, flags: tls.flags,
            file: nil)
        let (address, key, files) = (try settings.confidentialServer, try settings.personalKey, try settings.tls)
        do {
            try await ServerConnection.with(server: address, key: key, version: programVersion, tls: files) { connection in
                try await provision(
                    with: TagProvisioner(
                        server: HTTPCertificateServer(connection), replacing: replace, certificate: !uidOnly))
            }
        } catch let problem as ConnectionProblem {
            throw options.fail(problem)
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
            options.announce("Lay the tag on the reader, or let it lie there.")
            let answer = try await options.next.withTags { tags in
                let made = try await provisioner.provision(from: &tags, with: uri, expecting: options.uid) {
                    options.announce("\($0)")
                }
                return TagAnswer([
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

import ArgumentParser
import Daemon
import Foundation
import ReaderAgent

struct Setup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set up an installed reader: its key and settings.",
        discussion: """
            Run it as root, after the installation of the package, with the options of 'desktap-reader run':

              desktap-reader setup --server https://desk.example.com --desk 6F-A3

            The command asks for the reader's key, or reads it from standard input or --key-file: 'desktap reader add NAME' on the
            server prints it. Then it writes the settings and starts the service.
            """)

    @OptionGroup var options: RunOptions
    @Option(help: "The folder for the settings and the key (/etc/desktap-reader).") var folder: String?

    func run() async throws {
        let installation = Installation("desktap-reader", folder: folder)
        do {
            try installation.prepareFolder()
            var values = options.values
            values["key-file"] = installation.file("key")
            let key = try key()
            guard !key.isEmpty else {
                throw ValidationError("There is no key. 'desktap reader add NAME' on the server prints one.")
            }
            try Installation.writePrivate(key + "\n", to: installation.file("key"))
            // Errors are reported before the settings are in force.
            let settings = try Settings(values, flags: options.flags, file: nil)
            _ = (try settings.confidentialServer, try settings.mode, try settings.key, try settings.tls)
            try installation.save(values.mapValues(Value.text).merging(options.flags.mapValues(Value.flag)) { $1 })
            print("The settings are in \(installation.settingsFile).")
            guard try installation.startService() else {
                print("Start the reader: desktap-reader run --config \(installation.settingsFile)")
                return
            }
            print("The reader runs. Its results: journalctl -fu desktap-reader")
            try await greet(settings)
        } catch let problem as Installation.Problem {
            FileHandle.standardError.write(Data("desktap-reader: \(problem)\n".utf8))
            throw ExitCode.failure
        }
    }

    /// Tells the server that the reader works, so that a wrong address or key is found now and not by the first tap.
    private func greet(_ settings: Settings) async throws {
        let (server, key, tls) = (try settings.confidentialServer, try settings.key, try settings.tls)
        let result = try await ServerConnection.with(server: server, key: key, version: programVersion, tls: tls) {
            await HTTPTapServer($0).post([], waiting: 0)
        }
        switch result {
        case .answered: print("The server accepts its key.")
        case .blocked(let sentence), .unavailable(let sentence, _), .listRefused(_, let sentence):
            FileHandle.standardError.write(Data("desktap-reader: \(sentence) The reader keeps its taps meanwhile.\n".utf8))
            throw ExitCode.failure
        }
    }

    /// The key from --key-file or standard input.
    private func key() throws -> String {
        if options.keyFile != nil { return try options.settings(file: nil).key.text() }
        if isatty(STDIN_FILENO) == 1 { print("The reader's key, printed by 'desktap reader add NAME' on the server:") }
        return readLine() ?? ""
    }

    private enum Value: Encodable {
        case text(String), flag(Bool)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .flag(let flag): try container.encode(flag)
            }
        }
    }
}

import ArgumentParser
import Daemon

/// `desktap-reader`: the client for NFC readers.
@main
struct ReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desktap-reader",
        abstract: "Read desk tags and badges on this computer's NFC readers and send the taps to the server.",
        discussion: """
            'desktap-reader run' waits for tags. Each tap is saved on disk, then sent to the server; without a network the taps
            wait. It needs the server's address, the key that 'desktap reader add' printed, and the person's user name:

              DESKTAP_READER_KEY=... desktap-reader run --server https://desk.example.com --user ada

            Every option can also be set in the environment (DESKTAP_READER_SERVER for --server, and so on) or in a JSON file
            given by --config. Options take precedence over the environment, and the environment over the file.
            """,
        version: "desktap-reader \(programVersion)",
        subcommands: [Run.self, Setup.self, QueueCommand.self, Readers.self, TagCommands.self, InspectCommand.self])

    static func main() async {
        do {
            try await Interrupt.ending { interrupt in
                var command = try parseAsRoot()
                // 'run' handles SIGINT itself with a graceful shutdown.
                let source = command is Run ? nil : await interrupt.source()
                defer { source?.cancel() }
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            }
        } catch {
            exit(withError: error)
        }
    }
}

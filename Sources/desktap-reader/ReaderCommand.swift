import ArgumentParser

/// `desktap-reader`: the client beside an NFC reader.
@main
struct ReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desktap-reader",
        abstract: "Read desk tags on this computer's NFC readers and report the taps.",
        discussion: """
            'desktap-reader run' waits for tags. Each becomes a tap on disk and then on the server; without a network the taps
            wait. It needs the address of the server, the key that 'desktap reader add' printed, and whose taps these are:

              DESKTAP_READER_KEY=... desktap-reader run --server https://desk.example.com --user ada

            Every option can also be set in the environment (DESKTAP_READER_SERVER for --server, and so on) or in a JSON file
            named by --config; an option wins over the environment, and that over the file.
            """,
        version: "desktap-reader \(programVersion)",
        subcommands: [Run.self, QueueCommand.self, Readers.self, TagTools.self, InspectCommand.self])

    static func main() async {
        do {
            try await Interrupt.ending { interrupt in
                var command = try parseAsRoot()
                // 'run' ends in order by itself.
                let source = command is Run ? nil : interrupt.source()
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

let programVersion = "0.1.0"

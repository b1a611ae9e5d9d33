import ArgumentParser
import Foundation
import NFCTag

extension TagInspection.Form: ExpressibleByArgument {}

/// `desktap-reader inspect`: decodes bytes without a reader.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Decode the bytes of an NDEF message or of a tag's memory.",
        discussion: """
            Prints one JSON object: state (ndef, empty, unformatted, error), error, the message's bytes and its records. \
            The exit status is 65 if the bytes on the command line are malformed.
            """)

    @Argument(help: "The format of the bytes: a message, or a memory from page or block 0.")
    var form: TagInspection.Form

    @Argument(help: "The bytes as hexadecimal digits, optionally separated by spaces, colons or hyphens.")
    var hex: String?

    @Flag(help: "Read one hexadecimal string per line from standard input, and print one line for each.")
    var lines = false

    func validate() throws {
        guard lines == (hex == nil) else {
            throw ValidationError("Specify the bytes as an argument, or --lines to read them from standard input.")
        }
    }

    func run() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func answer(_ digits: String) throws -> TagInspection.State {
            let inspection = TagInspection(hexadecimal: digits, as: form)
            try FileHandle.standardOutput.write(contentsOf: encoder.encode(inspection) + Data("\n".utf8))
            return inspection.state
        }
        if let hex {
            guard try answer(hex) != .error else { throw ExitCode(EX_DATAERR) }
        } else {
            while let line = readLine() { _ = try answer(line) }
        }
    }
}

import ArgumentParser
import Foundation
import NFCTag
import SecureMessaging

/// `desktap-reader inspect`: decodes bytes without a reader.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Decode an NDEF message, a tag's memory, or the signed address of an NTAG 424 DNA.",
        discussion: """
            For bytes, prints one JSON object: state (ndef, empty, unformatted, error), error, the message's bytes and its \
            records. For 'sun', takes the fields of a signed address and the keys as a JSON object: picc, or uid and ctr; \
            optionally enc; cmac; optionally mac_input (the text that the MAC covers); keys with meta (for picc) and file. \
            Prints valid, uid, counter, file_data and the reason if it is not valid. All bytes are hexadecimal digits. \
            The exit status is 65 if the input on the command line is malformed or not valid.
            """)

    enum Form: String, CaseIterable, ExpressibleByArgument {
        case ndef, type2, type5, sun
    }

    @Argument(help: "The format of the input: a message, a memory from page or block 0, or a signed address.")
    var form: Form

    @Argument(
        help: "The bytes as hexadecimal digits, optionally separated by spaces, colons or hyphens; for 'sun' a JSON object.")
    var input: String?

    @Flag(help: "Read one input per line from standard input, and print one line for each.")
    var lines = false

    func validate() throws {
        guard lines == (input == nil) else {
            throw ValidationError("Specify the input as an argument, or --lines to read it from standard input.")
        }
    }

    func run() throws {
        if let input {
            guard try inspect(input) else { throw ExitCode(EX_DATAERR) }
        } else {
            while let line = readLine() { _ = try inspect(line) }
        }
    }

    /// Prints the result.
    /// - Returns: whether the input is well-formed and, if it is signed, valid.
    private func inspect(_ input: String) throws -> Bool {
        if let form = TagInspection.Form(rawValue: form.rawValue) {
            let inspection = TagInspection(hexadecimal: input, as: form)
            try print(inspection)
            return inspection.state != .error
        }
        let inspection =
            switch Result(catching: { try JSONDecoder().decode(SDMInspection.Input.self, from: Data(input.utf8)) }) {
            case .success(let input): SDMInspection(input)
            case .failure: SDMInspection(malformed: "not a JSON object with texts")
            }
        try print(inspection)
        return inspection.isValid
    }

    private func print(_ inspection: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try FileHandle.standardOutput.write(contentsOf: encoder.encode(inspection) + Data("\n".utf8))
    }
}

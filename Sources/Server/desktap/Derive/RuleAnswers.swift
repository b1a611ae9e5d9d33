import ArgumentParser
import Foundation
import JSON

/// Answers JSON on standard input by rules alone: one object with one, or each line with a line.
struct RuleAnswers {
    /// The exit status for invalid input.
    let invalidInput: ExitCode
    let answer: (JSONValue) throws(InvalidInput) -> JSONWriter

    /// The help of the option `--lines`.
    static let linesHelp: ArgumentHelp = """
        Read one JSON object per line and answer each with a line, an invalid one with {"error": …}.
        """

    /// - Parameter lines: whether each line is an input of its own. An invalid one is answered with `{"error": …}`.
    func run(lines: Bool) throws {
        let isValid = lines ? try answerLines() : try answerAll()
        if !isValid { throw invalidInput }
    }

    static func report(_ sentence: String) {
        FileHandle.standardError.write(Data("desktap: \(sentence)\n".utf8))
    }

    private func answerAll() throws -> Bool {
        switch result(try FileHandle.standardInput.readToEnd() ?? Data()) {
        case .success(let answer):
            try write(answer)
            return true
        case .failure(let error):
            Self.report(error.sentence)
            return false
        }
    }

    private func answerLines() throws -> Bool {
        var line: [UInt8] = []
        var isValid = true
        func answerLine() throws {
            switch result(line) {
            case .success(let answer): try write(answer)
            case .failure(let error):
                isValid = false
                try write(JSONWriter(["error": .string(error.sentence)]))
            }
            line.removeAll(keepingCapacity: true)
        }
        // `availableData` does not wait for a full buffer, so each line is answered before the caller sends the next one.
        while case let bytes = FileHandle.standardInput.availableData, !bytes.isEmpty {
            var rest = bytes[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<end]
                try answerLine()
                rest = rest[(end + 1)...]
            }
            line += rest
        }
        if !line.isEmpty { try answerLine() }
        return isValid
    }

    private func result(_ bytes: some Sequence<UInt8>) -> Result<JSONWriter, InvalidInput> {
        Result { () throws(InvalidInput) in
            let value: JSONValue
            do throws(JSONError) {
                value = try JSONValue(parsing: bytes)
            } catch {
                throw InvalidInput(sentence: "The input is not JSON: \(error).")
            }
            return try answer(value)
        }
    }

    private func write(_ answer: JSONWriter) throws {
        do {
            try FileHandle.standardOutput.write(contentsOf: answer.bytes + [UInt8(ascii: "\n")])
        } catch {
            Self.report("The output cannot be written.")
            throw invalidInput
        }
    }
}

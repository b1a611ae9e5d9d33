import Foundation

/// A command of `desktap` that applies rules to JSON without a database.
package protocol RuleCommand {
    static var name: String { get }
}

/// The rules of the record, on a log.
package enum DeriveCommand: RuleCommand {
    package static let name = "derive"
}

/// The rules of hours, on facts and work.
package enum HoursCommand: RuleCommand {
    package static let name = "hours"
}

extension RuleCommand {
    private static var program: String { builtProgram("desktap") }

    package static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: program) }

    package static func run(
        _ input: String, _ arguments: String..., zone: String = "Asia/Tokyo"
    ) async throws -> (text: String, errors: String, status: Int32) {
        try await output(of: "/usr/bin/env", ["TZ=\(zone)", program, name] + arguments, input: input)
    }
}

extension RuleCommand {
    /// Compares the command with an independent implementation on 100 questions.
    /// - Parameter script: in Python. For a seed and a number it prints so many questions, each with its answer in the next line.
    /// - Returns: what differs. `python3 script SEED 100` prints the questions again.
    package static func differences(from script: String, seed: UInt32) async throws -> [String] {
        let reference = try await output(of: Python.path, [script, "\(seed)", "100"])
        guard reference.status == 0 else { return ["seed \(seed): \(reference.errors)"] }
        let lines = reference.text.split(separator: "\n")
        let questions = stride(from: 0, to: lines.count, by: 2).map { lines[$0] }
        let expected = stride(from: 1, to: lines.count, by: 2).map { lines[$0] }
        let (text, errors, status) = try await run(questions.joined(separator: "\n"), "--lines")
        let answers = text.split(separator: "\n")
        guard status == 0, answers.count == 100, expected.count == 100 else {
            return ["seed \(seed): \(answers.count) answers, \(expected.count) expected, status \(status), \(errors)"]
        }
        return questions.indices.filter { answers[$0] != expected[$0] }.map { number in
            """
            seed \(seed), question \(number): \(questions[number])
            answer   \(answers[number])
            expected \(expected[number])
            """
        }
    }
}

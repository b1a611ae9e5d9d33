import Foundation
import TestServers
import Testing

/// Compares `desktap hours` with `Reference/hours.py`, an independent implementation of the rules in Python.
@Suite(
    .enabled(if: Python.isAvailable, "Install python3 to compare hours with its second implementation."),
    .enabled(if: HoursCommand.isAvailable, "Build the product desktap first."))
struct `Reference implementation` {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Reference/hours.py").path

    /// New in every run; a failure prints its seed, and `python3 hours.py SEED 100` prints the cases.
    static let seeds = (0..<4).map { _ in UInt32.random(in: 0 ... .max) }

    @Test(arguments: seeds) func `The reference implementation gives the same hours, byte for byte`(seed: UInt32) async throws {
        let reference = try await output(of: Python.path, [Self.script, "\(seed)", "100"])
        try #require(reference.status == 0, "\(reference.errors)")
        let lines = reference.text.split(separator: "\n")
        let questions = stride(from: 0, to: lines.count, by: 2).map { lines[$0] }
        let expected = stride(from: 1, to: lines.count, by: 2).map { lines[$0] }
        let (text, errors, status) = try await HoursCommand.run(questions.joined(separator: "\n"), "--lines")
        #expect(status == 0, "\(errors)")
        let answers = text.split(separator: "\n")
        #expect(answers.count == 100)
        for (number, (answer, expected)) in zip(answers, expected).enumerated() where answer != expected {
            Issue.record("seed \(seed), question \(number): \(questions[number])\nanswer   \(answer)\nexpected \(expected)")
        }
    }
}

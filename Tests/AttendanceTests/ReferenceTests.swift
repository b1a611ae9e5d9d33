import Foundation
import Testing

/// `Reference/record.py` says the rules a second time, from their definitions and in another language.
@Suite(
    .enabled(if: Oracle.isThere, "Install python3 to compare the record with its second implementation."),
    .enabled(if: DeriveCommand.isThere, "Build the product desktap first."))
struct `The record, told twice` {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Reference/record.py").path

    /// Chosen anew every time; a failure prints its own, and `python3 record.py SEED 100` gives its questions and answers.
    static let seeds = (0..<4).map { _ in UInt32.random(in: 0 ... .max) }

    @Test(arguments: seeds) func `is the same, to the byte`(seed: UInt32) throws {
        let reference = try output(of: Oracle.python, [Self.script, "\(seed)", "100"])
        try #require(reference.status == 0, "\(reference.errors)")
        let lines = reference.text.split(separator: "\n")
        let questions = stride(from: 0, to: lines.count, by: 2).map { lines[$0] }
        let expected = stride(from: 1, to: lines.count, by: 2).map { lines[$0] }
        let (text, errors, status) = try DeriveCommand.run(questions.joined(separator: "\n"), "--lines")
        #expect(status == 0, "\(errors)")
        let answers = text.split(separator: "\n")
        #expect(answers.count == 100)
        for (number, (answer, expected)) in zip(answers, expected).enumerated() where answer != expected {
            Issue.record("seed \(seed), question \(number): \(questions[number])\nanswer   \(answer)\nexpected \(expected)")
        }
    }
}

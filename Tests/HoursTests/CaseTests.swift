import Attendance
import Foundation
import JSON
import TestServers
import Testing

/// Runs the cases of `Cases` through the command `desktap hours`. Their expected numbers are reasoned by hand from the rules.
///
/// A file is a list of cases; `common.json` has named lists of facts, which a case includes by `with`. ``HoursCase`` describes the
/// short forms.
@Suite(.enabled(if: HoursCommand.isAvailable, "Build the product desktap first."))
struct `Cases of hours` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")

    private static func json(_ topic: String) throws -> JSONValue {
        try JSONValue(parsing: Data(contentsOf: folder.appending(path: "\(topic).json")))
    }

    static let topics = [
        "absences", "accounts", "balance", "checks", "closing", "days", "holidays", "overtime", "periods", "targets", "terms",
        "warnings",
    ]

    @Test(arguments: topics) func `The command answers each case as reasoned by hand`(topic: String) async throws {
        let common = try #require(Self.json("common").object)
        let cases = try #require(Self.json(topic).array).map { try HoursCase($0, common: common) }
        let encoder = JSONEncoder()
        let lines = try cases.map { String(decoding: try encoder.encode($0.input), as: UTF8.self) }
        let (text, errors, status) = try await HoursCommand.run(lines.joined(separator: "\n") + "\n", "--lines")
        #expect(status == 0, "\(errors)")
        let answers = text.split(separator: "\n")
        try #require(answers.count == cases.count, "\(errors)")
        for (hoursCase, answer) in zip(cases, answers) {
            for difference in try hoursCase.differences(from: JSONValue(parsing: answer.utf8)) {
                Issue.record("\(topic): \(hoursCase.sentence)\n\(difference)")
            }
        }
    }
}

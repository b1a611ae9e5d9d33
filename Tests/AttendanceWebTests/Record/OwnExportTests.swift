@testable import AttendanceWeb

import Attendance
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Exports of the own record` {
    @Test(
        arguments: [
            ("from=2026-11-30&to=2026-11-01", "The period ends before it begins. Swap its dates.", "2026-11-30"),
            ("from=2020-01-01&to=2026-11-01", "", "2020-01-01"), ("from=2026-11-31&to=2026-12-01", "", "2026-11-31"),
        ], ["xlsx", "csv"])
    func `A wrong period of an own export is shown at its form on the own settings`(
        wrong: (query: String, sentence: String, from: String), format: String
    ) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let address = "/me/export/daily.\(format)?\(wrong.query)"
            let page = try await web.send(.get, address, as: "ada", headers: .page)
            #expect(page.status == .badRequest)
            #expect(page.text.contains("<p class=\"problem\" role=\"alert\" id=\"export-problem\">\(wrong.sentence)"))
            #expect(page.text.contains("name=\"from\" value=\"\(wrong.from)\" required aria-invalid=\"true\""))
            #expect(page.text.contains("<h1>Settings and privacy</h1>") && !page.text.contains("That did not work"))
            // A program gets the reason.
            let answer = try await web.send(.get, address, as: "ada")
            #expect(answer.status == .badRequest && ["bad_period", "long_period"].contains(answer.json["reason"] ?? ""))
        }
    }
}

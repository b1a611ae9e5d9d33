@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Taps of a day on correction forms` {
    private static let midnight = TestOffice.noon - .seconds(86_400 + 12 * 3600)

    /// - Parameter taps: kind, hour and minute on Thursday 19 November, of Ada.
    private func withTaps(
        _ taps: [(TapKind, Int64, Int64)], _ body: (TestWeb) async throws -> Void
    ) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            _ = try await web.services.recorder.record(
                taps.map { kind, hour, minute in
                    TestOffice.submission(
                        "ada", kind, at: Self.midnight + .seconds(hour * 3600 + minute * 60),
                        desk: kind == .start ? "6F-A1" : nil)
                })
            try await body(web)
        }
    }

    @Test func `The form lists the taps that count, counts repeated ones and marks unmatched ones`() async throws {
        let taps: [(TapKind, Int64, Int64)] = [
            (.end, 8, 0), (.start, 9, 0), (.start, 9, 1), (.pause, 12, 0), (.start, 13, 0), (.end, 17, 0), (.end, 17, 2),
            (.pause, 17, 3),
        ]
        try await withTaps(taps) { web in
            let words =
                "Thursday 19 November: Clock out 08:00 (not counted), Clock in 09:00, Break 12:00, Back to work 13:00, "
                + "Clock out 17:00 (repeated, not listed: 3)</p>"
            for (address, user) in [
                ("/people/ada/correct?day=2026-11-19", "cy"), ("/people/ada/ask?day=2026-11-19", "bo"),
                ("/me/ask?day=2026-11-19", "ada"),
            ] {
                let page = try await web.send(.get, address, as: user, headers: .page).text
                #expect(page.contains(words), "\(address): \(page)")
            }
        }
    }

    @Test func `A requested break without a return says to who decides what it does to the day`() async throws {
        try await withTaps([(.start, 9, 0), (.end, 18, 0)]) { web in
            func ask(_ kind: String, _ time: String) async throws {
                let fields = ["id": "\(UUID())", "kind": kind, "date": "2026-11-19", "time": time, "reason": "I forgot"]
                #expect(try await web.sendForm(Address.myAsk, as: "ada", fields).status == .seeOther)
            }
            let warning = "No “Back to work”: all time from 16:00 to 18:00 would be a break."
            try await ask("pause", "16:00")
            for (address, user) in [("/requests", "cy"), ("/my-team", "bo"), ("/people/ada", "cy"), ("/me", "ada")] {
                let page = try await web.send(.get, address, as: user, headers: .page).text
                #expect(page.contains(warning), "\(address)")
                #expect(page.contains("Thu 19 Nov 2026: worked 9:00 → 7:00, break 0:00 → 2:00"), "\(address)")
            }
            // The return is requested, too.
            try await ask("start", "16:30")
            let page = try await web.send(.get, "/my-team", as: "bo", headers: .page).text
            #expect(!page.contains("No “Back to work”:") && page.contains("worked 9:00 → 8:30, break 0:00 → 0:30"))
        }
    }

    private func ask(_ web: TestWeb, _ kind: String, _ time: String, id: UUID = UUID()) async throws {
        let fields = [
            "id": "\(id)", "kind": kind, "date": "2026-11-19", "time": time, "reason": "I forgot", "sure": "yes",
            "desk": kind == "start" ? "6F-A1" : "",
        ]
        let sent = try await web.sendForm(Address.myAsk, as: "ada", fields)
        #expect(sent.status == .seeOther, "\(sent.text)")
    }

    @Test func `The card of a request shows the taps of its day in one line`() async throws {
        try await withTaps([(.start, 8, 49), (.pause, 12, 0), (.start, 12, 40)]) { web in
            try await ask(web, "end", "17:30")
            for (address, user) in [("/requests", "cy"), ("/my-team", "bo")] {
                let page = try await web.send(.get, address, as: user, headers: .page).text
                #expect(page.contains(">in 08:49 · break 12:00–12:40 · out ?</p>"), "\(address)")
                #expect(!page.contains("No “Back to work”:"))
            }
        }
        try await withTaps([(.end, 17, 30)]) { web in
            try await ask(web, "start", "09:00")
            let page = try await web.send(.get, "/requests", as: "cy", headers: .page).text
            #expect(page.contains(">Clock out 17:30 (not counted)</p>"))
        }
    }

    @Test func `A requested end after a break without a return warns about the break`() async throws {
        try await withTaps([(.start, 9, 0), (.pause, 12, 0)]) { web in
            let warning = "No “Back to work”: all time from 12:00 to 17:00 would be a break."
            func page() async throws -> String { try await web.send(.get, "/requests", as: "cy", headers: .page).text }
            try await ask(web, "end", "17:00")
            #expect(try await page().contains("<p class=\"warning\" role=\"note\">\(warning)</p>"))
            try await ask(web, "start", "13:00")
            #expect(try await !page().contains(warning))
        }
    }
}

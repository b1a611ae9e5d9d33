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
            let warning = "No “Back to work” follows this break: all time from 16:00 to 18:00 would be a break."
            try await ask("pause", "16:00")
            for (address, user) in [("/requests", "cy"), ("/my-team", "bo"), ("/people/ada", "cy"), ("/me", "ada")] {
                let page = try await web.send(.get, address, as: user, headers: .page).text
                #expect(page.contains(warning), "\(address)")
                #expect(page.contains("Thu 19 Nov 2026: worked 9:00 → 7:00, break 0:00 → 2:00"), "\(address)")
            }
            // The return is requested, too.
            try await ask("start", "16:30")
            let page = try await web.send(.get, "/my-team", as: "bo", headers: .page).text
            #expect(!page.contains("No “Back to work” follows") && page.contains("worked 9:00 → 8:30, break 0:00 → 0:30"))
        }
    }
}

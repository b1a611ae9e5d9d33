@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Page of held taps` {
    /// Passes Ada's held tap of the future, and taps that are too old: Ada's start and end of Sunday 11 October, and Bo's and Cy's
    /// starts of the next day.
    private func withTaps(
        _ body: (TestWeb, _ future: UUID, _ old: [UUID], _ own: UUID) async throws -> Void
    ) async throws {
        try await Authorization.withPeople { web, tap, _ in
            let (old, own, now) = ([UUID(), UUID(), UUID()], UUID(), web.clock.now())
            let nine = TestOffice.noon - .seconds(40 * 86_400 + 3 * 3600)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: nine, desk: "6F-A1", id: old[0], receivedAt: now),
                TestOffice.submission("ada", .end, at: nine + .seconds(8 * 3600), id: old[1], receivedAt: now),
                TestOffice.submission("bo", .start, at: nine + .seconds(86_400), desk: "6F-A2", id: old[2], receivedAt: now),
                TestOffice.submission("cy", .start, at: nine + .seconds(86_400), desk: "6F-A3", id: own, receivedAt: now),
            ])
            #expect(try await held(web).count == 5)
            try await body(web, tap, old, own)
        }
    }

    private func held(_ web: TestWeb) async throws -> Set<UUID> {
        Set(try await web.office.store.corrections.quarantinedTaps().map(\.id))
    }

    private func settle(
        _ web: TestWeb, _ taps: [UUID], as user: String = "cy", _ action: String = "release", reason: String = "All seen"
    ) async throws -> TestResponse {
        let chosen = Dictionary(taps.map { ("tap-\($0.uuidString.lowercased())", "yes") }) { first, _ in first }
        return try await web.sendForm(
            Address.quarantine, as: user, chosen.merging(["do": action, "reason": reason]) { $1 })
    }

    @Test func `Each held tap shows the hours of its day before and after its release`() async throws {
        try await withTaps { web, _, _, _ in
            try await web.office.execute("truncate access_log")
            let page = try await web.send(.get, Address.quarantine, as: "cy", headers: .page).text
            let days = ["2026-10-11", "2026-10-12", "2026-11-20"]
            #expect(days.allSatisfy { page.count(of: "<h2 id=\"day-\($0)\">") == 1 })
            #expect(page.count(of: ">If released: worked 0:00 → 0:00</p>") == 4)
            #expect(page.count(of: ">With the person’s other held taps: worked 0:00 → 8:00</p>") == 2)
            // The own tap has no box. A day with several taps has a box for all of them.
            #expect(page.count(of: "type=\"checkbox\" form=\"chosen\"") == 4)
            #expect(page.count(of: "data-choose-all hidden") == 2 && page.count(of: "All of this day") == 1)
            let viewed = "select period_from || ' ' || period_to from access_log"
            #expect(try await web.office.value(viewed) == "2026-10-11 2026-11-20")
        }
    }

    @Test func `A tap beside recorded ones shows by how much its release changes the day`() async throws {
        try await Authorization.withPeople { web, _, _ in
            // On the day before, at nine; the end arrives held.
            let nine = TestOffice.noon - .seconds(27 * 3600)
            _ = try await web.services.recorder.record([
                TestOffice.submission("bo", .start, at: nine, desk: "6F-A2"),
                TestOffice.submission("bo", .pause, at: nine + .seconds(13_500)),
                TestOffice.submission("bo", .start, at: nine + .seconds(15_000), desk: "6F-A2"),
                TestOffice.submission("bo", .end, at: nine + .seconds(33_660), receivedAt: nine + .seconds(15_001)),
            ])
            let page = try await web.send(.get, Address.quarantine, as: "cy", headers: .page).text
            #expect(page.contains(">If released: worked 3:45 → 8:56</p>"), "\(page)")
        }
    }

    @Test func `Chosen taps are released together, or none if one is refused`() async throws {
        try await withTaps { web, future, old, _ in
            let refused = try await settle(web, [future] + old)
            #expect(refused.status == .unprocessableContent)
            #expect(
                refused.text.contains(
                    "role=\"alert\">Nothing was changed. Ada Lindqvist, Clock in 20 Nov 2026, 12:10: The time of this tap has"))
            #expect(refused.text.count(of: " checked>") == 4 && refused.text.contains("name=\"reason\" value=\"All seen\""))
            #expect(try await held(web).count == 5)

            let released = try await settle(web, old)
            #expect(released.status == .seeOther && released.headers[.location] == Address.quarantine)
            #expect(released.headers.contains { $0.value.contains("desktap-done=tapReleased") })
            #expect(try await held(web).isDisjoint(with: old))
            let record = try await web.send(.get, "/people/ada?month=2026-10", as: "cy", headers: .page).text
            #expect(record.contains("Cy Okonkwo released this") && record.contains("All seen"))

            let late = try await settle(web, [future, old[0]], "discard")
            #expect(late.status == .conflict)
            let decided = "Nothing was changed. Ada Lindqvist, Clock in 11 Oct 2026, 09:00: This tap is no longer held.</p>"
            #expect(late.text.contains(decided))
            #expect(try await held(web).contains(future))
            #expect(try await settle(web, [future], "discard").status == .seeOther)
            #expect(try await !held(web).contains(future))
        }
    }

    /// Regression: a discard after a release, and a release after a discard, took effect.
    @Test(arguments: [true, false])
    func `The second of two decisions about a held tap changes nothing`(releasesFirst: Bool) async throws {
        try await withTaps { web, _, old, _ in
            let tap = old[0].uuidString.lowercased()
            let decisions = [Address.release(tap), Address.void(tap)]
            let (first, second) = releasesFirst ? (decisions[0], decisions[1]) : (decisions[1], decisions[0])
            #expect(try await web.sendForm(first, as: "cy", ["reason": "Seen"]).status == .seeOther)
            let late = try await web.sendForm(second, as: "cy", ["reason": "Seen"])
            #expect(late.status == .conflict && late.text.contains("role=\"alert\">This tap is no longer held.</p>"))
            #expect(
                try await web.office.value("select string_agg(type::text, ' ') from correction")
                    == (releasesFirst ? "restore" : "void"))
        }
    }

    @Test func `Chosen taps need a reason and a choice, and are neither the own ones nor those of another office`() async throws
    {
        try await withTaps { web, future, old, own in
            let nothing = try await settle(web, [])
            #expect(nothing.status == .badRequest && nothing.text.contains("role=\"alert\">Choose taps first.</p>"))
            #expect(try await settle(web, old, reason: " ").status == .badRequest)
            #expect(try await settle(web, old, "keep").status == .badRequest)
            #expect(try await settle(web, old + [own]).status == .notFound)
            let ofOtherOffice = try await settle(web, old, as: "gus")
            #expect(ofOtherOffice.status == .notFound && !ofOtherOffice.text.contains("Ada"))
            #expect(try await settle(web, old, as: "bo").status == .forbidden)
            #expect(try await held(web).isSuperset(of: old + [future, own]))
        }
    }
}

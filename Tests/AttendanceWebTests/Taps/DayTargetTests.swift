@testable import AttendanceWeb

import Attendance
import AttendanceStore
import HTTPTypes
import Hours
import HummingbirdTesting
import JSON
import TestOffice
import TestServers
import Testing

/// The clock says noon of Friday 20 November 2026. Ada works from 04:00 on, with a target of eight hours.
@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Target of the day after a clock-out` {
    private static let schedule =
        #"{"type": "schedule", "name": "Full time", "from": "2026-01-01", "anchor": "2024-01-01", "days": [28800, 28800, 28800, 28800, 28800, 0, 0]}"#
    private static let terms =
        #"{"type": "terms", "scope": "office", "of": "1", "from": "2026-01-01", "schedule": "Full time", "calendars": ["own"]}"#
    private static let employment = #"{"type": "employment", "user": "1", "from": "2026-11-01", "office": "1"}"#
    private static let leave =
        [
            #"{"type": "kind", "kind": "leave", "from": "2026-01-01", "credit": "full", "rank": 10, "neutral": false}"#,
            #"{"type": "absence", "user": "1", "kind": "leave", "from": "2026-11-20", "to": "2026-11-20", "part": "morning"}"#,
        ]

    private static func holiday(_ part: String) -> String {
        #"{"type": "holiday", "calendar": "own", "date": "2026-11-20", "name": "Day off", "part": "\#(part)"}"#
    }

    private func record(_ web: TestWeb, _ facts: [String]) async throws {
        let new = try facts.map { NewFact(try JSONValue(parsing: $0.utf8)) }
        try #require(try await web.office.store.hours.append(new, by: nil) == .appended)
    }

    /// Ada begins eight hours ago, and then makes a tap of this kind.
    /// - Returns: the page that she sees.
    private func tap(_ web: TestWeb, _ kind: TapKind = .end) async throws -> String {
        _ = try await web.services.recorder.record([
            TestOffice.submission("ada", .start, at: TestOffice.noon - .seconds(8 * 3600 + 120), desk: "6F-A1")
        ])
        let answer = try await web.send(.post, "/t?desk=6F-A1&event=" + kind.rawValue, as: "ada", headers: .page)
        let address = try #require(answer.headers[.location])
        return try await web.send(.get, address, as: "ada", headers: .page).text
    }

    @Test(
        arguments: [
            ("a day of eight hours", [], "8:02 of 8:00"), ("half a day of leave", leave, "8:02 of 4:00"),
            ("half a holiday", [holiday("afternoon")], "8:02 of 4:00"), ("a holiday", [holiday("full")], "8:02"),
        ] as [(String, [String], String)])
    func `The result of a clock-out shows what is owed without holidays and leave`(
        name: String, facts: [String], shown: String
    ) async throws {
        try await TestWeb.with { (web) async throws in
            try await record(web, [Self.schedule, Self.terms, Self.employment] + facts)
            try await web.office.store.offices.change(web.office.office, OfficeChange(showsDayTarget: true))
            let page = try await tap(web)
            #expect(page.contains("Worked</dt><dd>\(shown)<"), "\(name): \(page)")
        }
    }

    @Test func `A break, a person without a schedule and an office that does not want it show no target`() async throws {
        try await TestWeb.with { (web) async throws in
            try await record(web, [Self.schedule, Self.terms, Self.employment])
            #expect(try await tap(web).contains("Worked</dt><dd>8:02<"))
        }
        try await TestWeb.with { (web) async throws in
            try await web.office.store.offices.change(web.office.office, OfficeChange(showsDayTarget: true))
            #expect(try await tap(web).contains("Worked</dt><dd>8:02<"))
        }
        try await TestWeb.with { (web) async throws in
            try await record(web, [Self.schedule, Self.terms, Self.employment])
            try await web.office.store.offices.change(web.office.office, OfficeChange(showsDayTarget: true))
            #expect(try await tap(web, .pause).contains("Worked</dt><dd>8:02<"))
        }
    }

    /// The form, as the page of a new office shows it.
    private static let form = [
        "name": "Harbour Office", "names": "office", "private": "yes", "missing_end_at": "20:00", "quiet_from": "21:00",
        "quiet_to": "07:00",
    ]

    @Test func `An administrator chooses it for an office once there is a schedule, and the choice is logged`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, office) = (web.office.store, web.office.office)
            let address = Address.ofOffice(office)
            func page() async throws -> String { try await web.send(.get, address, as: "lea", headers: .page).text }
            func save(_ wants: Bool) async throws {
                let fields = wants ? Self.form.merging(["day_target": "yes"]) { $1 } : Self.form
                #expect(try await web.sendForm(address, as: "lea", fields).status == .seeOther)
            }
            #expect(try await !page().contains("day_target"))
            try await save(true)
            #expect(try await !store.offices.showsDayTarget(office))
            try await record(web, [Self.schedule])
            #expect(try await page().contains("name=\"day_target\" value=\"yes\"> After a clock-out"))
            try await save(true)
            #expect(try await store.offices.showsDayTarget(office))
            #expect(try await page().contains("name=\"day_target\" value=\"yes\" checked>"))
            let log = try await web.send(.get, Address.adminChanges, as: "lea", headers: .page).text
            #expect(log.contains("After a clock-out, show how much of the day was owed"))
            try await save(false)
            #expect(try await !store.offices.showsDayTarget(office))
        }
    }
}

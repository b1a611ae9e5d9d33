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

/// Lea is the administrator.
@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Working time in the log of changes` {
    private func page(_ web: TestWeb, _ query: String = "") async throws -> String {
        try await web.send(.get, Address.adminChanges + query, as: "lea", headers: .page).text
    }

    /// A row of the list, without its time.
    private static func row(_ who: String, _ what: String, _ change: String) -> String {
        "<td data-label=\"By\">\(who)</td><td data-label=\"What\">\(what)</td><td data-label=\"Change\">\(change)</td>"
    }

    private static let terms: JSONValue = [
        "type": "terms", "scope": "office", "of": "Harbour Office", "from": "2026-11-01", "schedule": "Full time",
    ]

    @Test func `Schedules, terms, kinds and holidays have a line each, with author, first day and content`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.record([
                TestWeb.schedule("Full time", 28_800), Self.terms,
                ["type": "kind", "kind": "leave", "from": "2026-04-01", "credit": "full", "rank": 10],
                ["type": "holiday", "calendar": "Company", "date": "2026-12-24", "name": "Closed"],
                ["type": "holiday", "calendar": "Company", "date": "2026-12-28", "name": "Closed"],
            ])
            let text = try await page(web)
            for row in [
                Self.row(
                    "Lea Root", "Work schedule <strong>Full time</strong>",
                    "added <span class=\"where\">From 1 Jan 2026: 40:00 a week · Mon–Fri 8:00</span>"),
                Self.row(
                    "Lea Root", "Terms <strong>Harbour Office</strong>",
                    "added <span class=\"where\">From 1 Nov 2026: Schedule: Full time</span>"),
                Self.row(
                    "Lea Root", "Kind of absence <strong>leave</strong>", "added <span class=\"where\">From 1 Apr 2026</span>"),
                Self.row(
                    "Lea Root", "Holiday calendar <strong>Company</strong>",
                    "settings changed <span class=\"where\">2026-12-24–2026-12-28: Closed</span>"),
            ] {
                #expect(text.contains(row), "\(row): \(text)")
            }
            #expect(text.count(of: "<strong>Company</strong>") == 1)
            #expect(try await page(web, "?author=lea").contains("<strong>Full time</strong>"))
            #expect(try await !page(web, "?author=ada").contains("<strong>Full time</strong>"))
        }
    }

    @Test func `A removed entry has a line with what it said, and the line of its recording stays`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.record([TestWeb.schedule("Full time", 28_800), Self.terms])
            let id = try #require(try await web.office.store.hours.commonFacts().facts.last?.fact.id)
            #expect(try await web.sendForm(Address.workingTimeRemove, as: "lea", ["fact": id]).status == .seeOther)
            let text = try await page(web)
            let what = "Terms <strong>Harbour Office</strong>"
            for action in ["added", "removed"] {
                let change = "\(action) <span class=\"where\">From 1 Nov 2026: Schedule: Full time</span>"
                #expect(text.contains(Self.row("Lea Root", what, change)), "\(action): \(text)")
            }
        }
    }

    @Test func `Facts about a person are not among them, and a refused request leaves no line`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.record([
                TestWeb.schedule("Full time", 28_800), TestWeb.employment(of: "ada"), TestWeb.adjustment(of: "ada"),
                ["type": "terms", "scope": "person", "of": "ada", "from": "2026-11-01", "schedule": "Full time"],
            ])
            let refused = try await web.sendFacts(
                [
                    ["type": "holiday", "calendar": "Company", "date": "2026-12-24", "name": "Closed"],
                    ["type": "schedule", "name": "", "from": "2026-11-01"],
                ], as: "lea")
            #expect(refused.status == .unprocessableContent)
            let facts = try await web.office.store.audit.changes(limit: 100).filter {
                if case .fact = $0 { true } else { false }
            }
            #expect(facts.count == 1)
            let text = try await page(web)
            #expect(!text.contains("<strong>Company</strong>") && text.contains("<strong>Full time</strong>"))
        }
    }
}

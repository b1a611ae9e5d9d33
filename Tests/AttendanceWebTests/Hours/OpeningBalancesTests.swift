@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import Hours
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Opening balances` {
    private static let address = "/hr/opening-balances"

    private func openings(_ web: TestWeb, of person: PersonID) async throws -> [Adjustment] {
        try await web.office.store.hours.facts(of: person).compactMap {
            if case .adjustment(let adjustment) = $0.fact.content { adjustment } else { nil }
        }
    }

    @Test func `HR enters the opening balances of an office at once`() async throws {
        try await `Hours of a person`.withSchedule { web in
            let hr = try await web.send(.get, "/hr", as: "cy", headers: .page).text
            #expect(hr.contains("href=\"\(Self.address)?office=Harbour%20Office\">Opening balances</a>"))
            let page = try await web.send(.get, Self.address, as: "cy", headers: .page).text
            #expect(page.contains("At the end of <input type=\"date\" name=\"date\" value=\"2026-03-09\""))
            #expect(page.contains("name=\"balance-1\"") && page.contains("name=\"balance-2\""))
            // Her own one, and that of Dai, who left.
            #expect(!page.contains("name=\"balance-3\"") && !page.contains("name=\"balance-4\""))
            let fields = [
                "id": UUID().uuidString, "office": "1", "date": "2026-02-28", "balance-1": "+12:30", "balance-2": "-0:45",
                "balance-3": "9:00", "balance-4": "9:00", "balance-5": "",
            ]
            let head = try await web.office.store.ledger.ledgerHead().seq
            for _ in 0..<2 { #expect(try await web.sendForm(Self.address, as: "cy", fields).status == .seeOther) }
            #expect(try await web.office.store.ledger.ledgerHead().seq == head + 1)
            let day = try #require(CivilDate(text: "2026-02-28"))
            #expect(
                try await openings(web, of: 1) == [Adjustment(user: "1", date: day, seconds: 45_000, reason: .opening)])
            #expect(try await openings(web, of: 2).map(\.seconds) == [-2700])
            for person in [3, 4, 5] as [PersonID] { #expect(try await openings(web, of: person).isEmpty) }
            let after = try await web.send(.get, Self.address, as: "cy", headers: .page).text
            #expect(after.contains("+12:30 on 28 Feb 2026") && !after.contains("name=\"balance-1\""))
            let ada = try await web.office.store.audit.accesses(to: 1).first
            #expect(ada?.purpose == AccessPurpose.hours.rawValue)
        }
    }

    @Test(arguments: [
        (#"{"type": "terms", "scope": "office", "of": "1", "from": "2027-01-01", "schedule": "Full time"}"#, true),
        (#"{"type": "terms", "scope": "team", "of": "TEAM", "from": "2027-01-01", "schedule": "Full time"}"#, true),
        (#"{"type": "terms", "scope": "person", "of": "1", "from": "2027-01-01", "schedule": "Full time"}"#, true),
        (#"{"type": "terms", "scope": "person", "of": "1", "from": "2027-01-01", "schedule": "inherit"}"#, false),
        (#"{"type": "terms", "scope": "office", "of": "1", "from": "2027-01-01", "schedule": null}"#, false),
        (#"{"type": "terms", "scope": "office", "of": "QUAY", "from": "2027-01-01", "schedule": "Full time"}"#, false),
    ])
    func `The link is there as soon as terms name a schedule for an office of the viewer`(
        terms: String, isShown: Bool
    ) async throws {
        try await TestWeb.with(clock: TickingClock(`Hours of a person`.noon)) { (web) async throws in
            let quay = try await web.office.store.offices.addOffice(name: "Quay", timeZone: TestOffice.timeZone)
            let team = try await web.office.store.teams.addTeam("Design", in: web.office.office)
            try await `Hours of a person`.record(
                web,
                [
                    #"{"type": "schedule", "name": "Full time", "from": "2026-01-01", "anchor": "2024-01-01", "days": [28800, 28800, 28800, 28800, 28800, 0, 0]}"#,
                    terms.replacing("QUAY", with: "\(quay)").replacing("TEAM", with: "\(team)"),
                ])
            let hr = try await web.send(.get, "/hr", as: "cy", headers: .page).text
            #expect(hr.contains(Self.address) == isShown && !hr.contains("/hr/warnings"))
            let facts = try await web.office.store.hours.facts(of: 1)
            guard let own = facts.first(where: { $0.fact.content.type == .terms }) else { return }
            try await `Hours of a person`.record(web, [#"{"type": "void", "target": "\#(own.fact.id)"}"#])
            #expect(try await !web.send(.get, "/hr", as: "cy", headers: .page).text.contains(Self.address))
        }
    }

    @Test func `A balance at the end of a day that counts leaves out what is counted until then`() async throws {
        try await `Hours of a person`.withSchedule { web in
            let day = try #require(CivilDate(text: "2026-03-09"))
            // Each owed 8:00 on the day.
            let fields = [
                "id": UUID().uuidString, "office": "1", "date": "\(day)", "balance-1": "+12:30", "balance-2": "-8:00",
            ]
            for _ in 0..<2 { #expect(try await web.sendForm(Self.address, as: "cy", fields).status == .seeOther) }
            #expect(try await openings(web, of: 1).map(\.seconds) == [73_800])
            // It is the balance already.
            #expect(try await openings(web, of: 2).isEmpty)
            let hours = try await web.office.store.balances.hours(
                of: 1, until: day, asOf: `Hours of a person`.noon, zones: try .system())
            #expect(hours?.days[day, day].first?.carried == 45_000)
            let page = try await web.send(.get, Self.address, as: "cy", headers: .page).text
            #expect(page.contains("+12:30 on 9 Mar 2026"))
            let other = try await web.sendForm(Self.address, as: "cy", fields.merging(["balance-1": "1:00"]) { $1 })
            #expect(other.status == .unprocessableContent && other.text.contains("id=\"ada-problem\""))
        }
    }

    @Test func `A wrong amount is named at its person, and nothing is saved`() async throws {
        try await `Hours of a person`.withSchedule { web in
            let fields = ["id": UUID().uuidString, "office": "1", "date": "2026-02-28", "balance-1": "x", "balance-2": "1:00"]
            let answer = try await web.sendForm(Self.address, as: "cy", fields)
            #expect(answer.status == .unprocessableContent && answer.text.contains("id=\"ada-problem\""))
            #expect(answer.text.contains("name=\"balance-1\" value=\"x\"") && answer.text.contains("value=\"1:00\""))
            #expect(answer.text.components(separatedBy: "role=\"alert\"").count == 2)
            let late = fields.merging(["balance-1": "1:00", "date": "2026-03-11"]) { $1 }
            #expect(try await web.sendForm(Self.address, as: "cy", late).text.contains("id=\"date-problem\""))
            for person in [1, 2] as [PersonID] { #expect(try await openings(web, of: person).isEmpty) }
        }
    }

    @Test func `HR sees the own offices only, and an employee none`() async throws {
        try await `Hours of a person`.withSchedule { web in
            let quay = try await web.office.store.offices.addOffice(name: "Quay", timeZone: TestOffice.timeZone)
            try await web.office.store.people.addPerson(userName: "gus", displayName: "Gus", role: .hr, office: quay)
            let page = try await web.send(.get, Self.address, as: "gus", headers: .page).text
            #expect(page.contains("No schedule applies in this office.") && !page.contains("Ada"))
            // Another office's name changes nothing.
            let other = try await web.send(.get, Self.address + "?office=Harbour%20Office", as: "gus", headers: .page).text
            #expect(!other.contains("Ada"))
            let fields = ["id": UUID().uuidString, "office": "1", "date": "2026-02-28", "balance-1": "1:00"]
            #expect(try await web.sendForm(Self.address, as: "gus", fields).status == .seeOther)
            #expect(try await openings(web, of: 1).isEmpty)
            for user in ["ada", "bo"] {
                #expect(try await web.send(.get, Self.address, as: user, headers: .page).status == .forbidden)
            }
            let admin = try await web.send(.get, Self.address, as: "lea", headers: .page).text
            #expect(admin.contains("href=\"\(Self.address)?office=Quay\"") && admin.contains("Ada"))
        }
    }
}

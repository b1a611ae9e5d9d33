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
struct `Notes on a day` {
    private static let address = "/people/ada/note?day=2026-11-19"
    private static let late = "Train strike, came late"

    /// On Thursday 19 November Ada worked from nine to five.
    private func withADay(_ body: (TestWeb) async throws -> Void) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let nine = TestOffice.noon - .seconds(86_400 + 3 * 3600)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: nine, desk: "6F-A1"),
                TestOffice.submission("ada", .end, at: nine + .seconds(8 * 3600)),
            ])
            try await body(web)
        }
    }

    private func record(_ web: TestWeb, as viewer: String) async throws -> String {
        let address = (viewer == "ada" ? "/me" : "/people/ada") + "?month=2026-11"
        return try await web.send(.get, address, as: viewer, headers: .page).text
    }

    @Test(arguments: [("ada", "Ada Lindqvist"), ("cy", "Cy Okonkwo"), ("lea", "Lea Root")])
    func `A note by the person or HR is seen at the day and on the timesheet with its author, and changes no hours`(
        user: String, name: String
    ) async throws {
        try await withADay { (web) async throws in
            let answer = try await web.sendForm(Self.address, as: user, ["note": " \(Self.late) "])
            let day = (user == "ada" ? "/me" : "/people/ada") + "?month=2026-11&day=2026-11-19#day-2026-11-19"
            #expect(answer.status == .seeOther && answer.headers[.location] == day)
            for viewer in ["ada", "bo", "cy", "lea"] {
                let page = try await record(web, as: viewer)
                #expect(page.contains("<li>\(name) · ") && page.contains("<q>\(Self.late)</q>"), "\(viewer)")
                #expect(page.contains("<span class=\"flag\">note</span>"), "\(viewer)")
                #expect(page.contains("action=\"\(Self.address)\"") == (viewer != "bo"), "\(viewer)")
                let changes = viewer != "bo" && (viewer == "ada") == (user == "ada")
                #expect(page.contains(">Change the note<") == changes, "\(viewer)")
            }
            for (sheet, viewer) in [
                ("/hr/sheet/ada", "ada"), ("/hr/sheet/ada", "cy"), ("/hr/sheets", "cy"), ("/my-team/sheets", "bo"),
            ] {
                let page = try await web.send(.get, sheet + "?month=2026-11", as: viewer, headers: .page).text
                #expect(page.contains("\(name): “\(Self.late)”</td>") && page.contains("<strong>8:00</strong>"), "\(sheet)")
            }
            let json = try await web.send(.get, "/api/records/ada?from=2026-11-19&to=2026-11-19", as: "cy").text
            #expect(json.contains("\"\(Self.late)\"") && json.contains("\"worked_seconds\":28800"))
        }
    }

    @Test func `A change or a removal leaves the earlier notes in the database and the person's own data`() async throws {
        try await withADay { (web) async throws in
            for (user, note) in [("ada", "Train"), ("cy", "Doctor"), ("cy", "Dentist"), ("cy", "Dentist"), ("ada", " ")] {
                #expect(try await web.sendForm(Self.address, as: user, ["note": note]).status == .seeOther)
            }
            let (own, others) = (try await record(web, as: "ada"), try await record(web, as: "cy"))
            for page in [own, others] {
                #expect(page.contains("<q>Dentist</q>") && !page.contains("<q>Doctor</q>") && !page.contains("<q>Train</q>"))
            }
            #expect(others.contains("name=\"note\" value=\"Dentist\"") && !own.contains("name=\"note\" value=\"Dentist\""))
            let ada = try await web.office.store.people.person(userName: "ada")
            let data = try await web.office.store.personData.data(of: ada, asOf: TestOffice.noon, zones: web.services.zones)
            #expect(data.notes.map(\.text) == ["Train", "Doctor", "Dentist", ""])
            #expect(data.notes.map(\.author.userName) == ["ada", "cy", "cy", "ada"])
            let json = String(decoding: try data.json(), as: UTF8.self)
            #expect(json.contains("\"note\" : \"Doctor\"") && json.contains("\"written_by\" : \"cy\""))
        }
    }

    @Test func `A button removes one's own note`() async throws {
        try await withADay { (web) async throws in
            #expect(try await !record(web, as: "ada").contains("name=\"remove\""))
            #expect(try await web.sendForm(Self.address, as: "ada", ["note": Self.late]).status == .seeOther)
            #expect(try await record(web, as: "ada").contains("name=\"remove\""))
            #expect(try await !record(web, as: "cy").contains("name=\"remove\""))
            let removal = ["note": Self.late, "remove": "yes"]
            #expect(try await web.sendForm(Self.address, as: "ada", removal).status == .seeOther)
            #expect(try await !record(web, as: "ada").contains(Self.late))
        }
    }

    @Test(arguments: [
        // A colleague, Ada's manager, another team's manager, an auditor, and HR of another office.
        ("emi", HTTPResponse.Status.forbidden), ("bo", .forbidden), ("flo", .forbidden), ("ned", .forbidden),
        ("gus", .notFound),
    ])
    func `Others than the person and HR of the office cannot write a note`(
        user: String, status: HTTPResponse.Status
    ) async throws {
        try await withADay { (web) async throws in
            #expect(try await web.sendForm(Self.address, as: user, ["note": Self.late]).status == status)
            #expect(try await web.office.value("select count(*)::text from day_note") == "0")
        }
    }

    @Test func `A note has at most 200 characters and needs a day of the record`() async throws {
        try await withADay { (web) async throws in
            let texts = [201, 200].map { String(repeating: "あ", count: $0) }
            let long = try await web.sendForm(Self.address, as: "cy", ["note": texts[0]])
            #expect(long.status == .badRequest && long.text.contains("at most 200 characters"))
            #expect(try await web.sendForm(Self.address, as: "cy", ["note": texts[1]]).status == .seeOther)
            let empty = try await web.sendForm("/people/ada/note?day=2026-11-18", as: "cy", ["note": Self.late])
            #expect(empty.status == .conflict && empty.text.contains("The taps of the day have changed."))
            #expect(try await web.sendForm("/people/ada/note", as: "cy", ["note": Self.late]).status == .badRequest)
            #expect(try await web.office.value("select count(*)::text from day_note") == "1")
        }
    }

    @Test func `Notes are deleted with the records of their day, except under a legal hold`() async throws {
        try await TestOffice.with { office in
            let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
            let store = office.store
            let ada = try await store.people.person(userName: "ada").id
            try await store.retention.setRetention(of: office.office, timeMonths: 24, placeDays: nil)
            // In Tokyo, the first day that is kept begins on the day before in UTC.
            let kept = try #require(
                try await store.retention.retentionReport(now: now, zones: try .system()).first { $0.part == .time }?.firstKept)
            for date in [kept.adding(days: -1), kept] {
                let row = DailyRow.Key(date: date, office: office.office)
                try await store.dayNotes.write(Self.late, on: row, of: ada, by: ada, now: now)
            }
            let count = "select count(*)::text from day_note"
            try await store.legalHolds.hold(ada, reason: "A dispute", by: nil, now: now)
            _ = try await store.retention.runRetention(now: now, zones: try .system())
            #expect(try await office.value(count) == "2")
            _ = try await store.legalHolds.releaseHold(on: ada, now: now)
            _ = try await store.retention.runRetention(now: now, zones: try .system())
            #expect(try await office.value("select string_agg(day::text, ' ') from day_note") == "\(kept.daysSince1970)")
        }
    }

    @Test func `The notes on a day are at its first row, and are deleted together`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let other = try await store.offices.addOffice(name: "Annex", timeZone: "Europe/Berlin")
            let (ada, cy) = (
                try await store.people.person(userName: "ada").id, try await store.people.person(userName: "cy").id
            )
            let day = try #require(CivilDate(text: "2020-11-19"))
            let rows = [office.office, other].map { DailyRow.Key(date: day, office: $0) }
            try await store.dayNotes.write(Self.late, on: rows[1], of: ada, by: ada, now: TestOffice.noon)
            try await store.dayNotes.write("Dentist", on: rows[0], of: ada, by: cy, now: TestOffice.noon)
            let notes = try #require(try await store.dayNotes.notes(of: [ada], in: day...day)[ada])
            #expect(notes.map(\.key) == [rows[1], rows[1]])
            #expect(notes.byRow(rows).mapValues { $0.map(\.text) } == [rows[0]: [Self.late, "Dentist"]])
            // They are deleted with the records of the first note's office.
            let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
            for (place, count) in [(office.office, "2"), (other, "0")] {
                try await store.retention.setRetention(of: place, timeMonths: 24, placeDays: nil)
                _ = try await store.retention.runRetention(now: now, zones: try .system())
                #expect(try await office.value("select count(*)::text from day_note") == count)
            }
        }
    }

    @Test(arguments: [("America/New_York", 5), ("Pacific/Auckland", 0), ("Asia/Tokyo", 9)])
    func `The database finds a working day by its start, also if the zone or the start of days changes on it`(
        zone: String, hours: Int64
    ) async throws {
        try await TestOffice.with { office in
            let (settings, zones) = (office.store.officeSettings, try TimeZoneDatabase.system())
            let day = try #require(CivilDate(text: "2027-01-12"))
            var change = OfficeSettingsChange()
            (change.timeZone, change.dayBoundary) = (zone, hours * 3600)
            try await settings.change(change, of: office.office, from: day, by: nil, now: TestOffice.noon, zones: zones)
            let calendar = try await settings.calendars(zones)[office.office]
            for date in [day.adding(days: -1), day, day.adding(days: 1)] {
                let start = calendar.settings(for: date).start(of: date)
                let found = "select working_day_from(\(office.office), to_timestamp(\(start)))::text"
                #expect(try await office.value(found) == "\(date.daysSince1970)", "\(date)")
            }
        }
    }

    @Test func `A note on a day whose taps were moved is seen and can be changed and removed`() async throws {
        try await withADay { (web) async throws in
            let ada = try await web.office.store.people.person(userName: "ada").id
            let day = try #require(CivilDate(text: "2026-11-18"))
            try await web.office.store.dayNotes.write(
                Self.late, on: DailyRow.Key(date: day, office: web.office.office), of: ada, by: ada, now: web.clock.now())
            let address = "/people/ada/note?day=2026-11-18"
            for (note, next) in [(Self.late, "Strike"), ("Strike", "")] {
                let page = try await record(web, as: "ada")
                #expect(page.contains("id=\"day-2026-11-18\"") && page.contains("<q>\(note)</q>"))
                #expect(page.contains("action=\"\(address)\""))
                let sheet = try await web.send(.get, "/hr/sheet/ada?month=2026-11", as: "ada", headers: .page).text
                #expect(sheet.contains("“\(note)”"))
                let json = try await web.send(.get, "/api/records/ada?from=2026-11-18&to=2026-11-18", as: "cy").text
                #expect(json.contains("\"\(note)\""))
                #expect(try await web.sendForm(address, as: "ada", ["note": next]).status == .seeOther)
            }
            #expect(try await !record(web, as: "ada").contains("id=\"day-2026-11-18\""))
        }
    }
}

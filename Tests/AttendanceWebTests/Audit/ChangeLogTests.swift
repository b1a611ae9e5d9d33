@testable import AttendanceWeb
@testable import Localization

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

/// Lea is the administrator.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Change log` {
    /// Lea makes Ada an auditor and puts her on a legal hold, which ends. Then a command adds a reader.
    private func withChanges(_ body: (TestWeb) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            let (store, now) = (web.office.store, web.clock.now())
            let ada = try await store.people.person(userName: "ada").id
            let lea = try await store.people.person(userName: "lea").id
            try await store.people.change(ada, PersonChange(role: .auditor), by: .person(lea), now: now)
            try await store.legalHolds.hold(ada, reason: "Case 17", by: lea, now: now + .seconds(1))
            #expect(try await store.legalHolds.releaseHold(on: ada, now: now + .seconds(2)))
            _ = try await store.readers.addReader(name: "front door", now: now + .seconds(3))
            try await body(web)
        }
    }

    private func page(_ web: TestWeb, _ address: String = Address.adminChanges) async throws -> String {
        try await web.send(.get, address, as: "lea", headers: .page).text
    }

    @Test func `Changes lists those of accounts, legal holds and devices by time`() async throws {
        try await withChanges { web in
            let text = try await page(web)
            let shown = [
                "Reader <strong>front door</strong>", "Released from legal hold", "Put on legal hold: Case 17",
                "Role: employee → auditor",
            ]
            let places = try shown.map { entry in try #require(text.range(of: entry)?.lowerBound, "\(entry)") }
            #expect(places == places.sorted())
            #expect(text.count(of: "<a href=\"/admin/people/ada\">Ada Lindqvist</a>") == 3)
            // The page of the person has the same entries.
            let account = try await page(web, Address.adminPerson("ada"))
            for entry in shown.dropFirst() { #expect(account.contains(entry), "\(entry)") }
            #expect(try await web.send(.get, Address.adminChanges, as: "ada").status == .forbidden)
        }
    }

    @Test func `Changes lists those by a person`() async throws {
        try await withChanges { web in
            let text = try await page(web, Address.adminChanges + "?author=root")
            #expect(text.contains("Put on legal hold: Case 17") && text.contains("Role: employee → auditor"))
            // A command added the reader, and the author of a release is not stored.
            #expect(!text.contains("front door") && !text.contains("Released from legal hold"))
            #expect(try await page(web, Address.adminChanges + "?author=bo").contains("No entries match."))
            let unknown = try await web.send(.get, Address.adminChanges + "?author=xyz", as: "lea", headers: .page)
            #expect(unknown.status == .notFound && unknown.text.contains("value=\"xyz\""))
        }
    }

    @Test func `Pages of the list of changes follow each other`() async throws {
        try await withChanges { web in
            let audit = web.office.store.audit
            let all = try await audit.changes(limit: 100)
            #expect(all.count >= 7)
            var paged: [LoggedChange] = []
            for start in stride(from: 0, to: all.count, by: 2) {
                paged += try await audit.changes(limit: 2, after: Int64(start))
            }
            #expect(paged == all)
        }
    }

    @Test func `Each setting of an office has a name in the log of changes`() async throws {
        try await TestWeb.with { (web) async throws in
            let settings = """
                select string_agg(case table_name when 'office' then '' else 'reminders_' end || column_name, ' ')
                  from information_schema.columns
                 where table_name = 'office' and column_name::text <> all('{id,word,former_names}')
                       or table_name = 'office_reminders' and column_name::text <> all('{office_id,on_since,last_run}')
                """
            let names = try #require(try await web.office.value(settings)).split(separator: " ")
            #expect(names.count > 15)
            for name in names { #expect(SettingWords.setting(String(name), nil) != nil, "\(name)") }
        }
    }
}

@Suite struct `Words of logged settings` {
    private func words(_ logged: String, _ language: Language = .en) throws -> String {
        let words = try Words(folder: TestOffice.checkout + "/web/words")
        return Catalogue.$current.withValue(words[language]) { SettingWords.changes(logged) }
    }

    @Test(arguments: [
        (
            "day_boundary_s from 2026-12-01: 0 → 18000; max_age_s from 2026-12-01: 2678400 → none",
            "Working day begins at (from 1 Dec 2026): 00:00 → 05:00; Hold taps older than, in days (from 1 Dec 2026): 31 → no limit"
        ),
        (
            "names_shown_to: office → managers",
            "Names on the map: people of this office → people of this office who manage a team"
        ),
        (
            #"reader_suffices: false → true; required_networks: [] → ["10.0.0.0/8", "192.0.2.0/24"]"#,
            "At any reader: no → yes; From a network of the office: none → 10.0.0.0/8, 192.0.2.0/24"
        ),
        ("required_proof: none → certificate", "NFC tag: No tag → A tag with a certificate, on a reader"),
        ("reminders_quiet_from_s: none → 79200", "Quiet hours from: none → 22:00"),
        ("night_s from 2026-12-01: none → 79200-18000", "Night work (from 1 Dec 2026): none → 22:00 – 05:00"),
        ("words of 6F-A1: renewed", "New secrets for the tags of 6F-A1"),
    ])
    func `Logged settings have the names and values of their forms`(logged: String, shown: String) throws {
        #expect(try words(logged) == shown)
    }

    @Test(arguments: ["colour: red → blue", "name: A; B", "red", "", "day_boundary_s: 0"])
    func `An unknown logged setting stays as it is`(logged: String) throws {
        #expect(try words(logged) == logged)
    }

    @Test func `Logged settings are shown in Japanese`() throws {
        #expect(
            try words("day_boundary_s from 2026-12-01: 0 → 18000", .ja) == "1日の開始時刻（2026年12月1日から）：00:00 → 05:00")
    }
}

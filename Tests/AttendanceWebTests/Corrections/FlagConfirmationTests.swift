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
struct `Confirmations that nothing is missing` {
    private static let flag = "a break may be missing"
    private static let address = "/people/ada/confirm?day=2026-11-19"
    private static let list = "/hr?from=2026-11-01&to=2026-11-30"
    private static let nine = TestOffice.noon - .seconds(86_400 + 3 * 3600)

    /// On Thursday 19 November Ada clocked in at one desk at nine and at one, and out at five.
    private func withADay(_ body: (TestWeb) async throws -> Void) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: Self.nine, desk: "6F-A1"),
                TestOffice.submission("ada", .start, at: Self.nine + .seconds(4 * 3600), desk: "6F-A1"),
                TestOffice.submission("ada", .end, at: Self.nine + .seconds(8 * 3600)),
            ])
            try await body(web)
        }
    }

    private func page(_ web: TestWeb, _ address: String, as user: String = "cy") async throws -> String {
        try await web.send(.get, address, as: user, headers: .page).text
    }

    /// The hidden fields of the form in Ada's row of a list, or at the day of her record.
    private func form(_ web: TestWeb, on list: String = Self.list, as user: String = "cy") async throws -> [String: String] {
        let rest = try await page(web, list, as: user)
            .split(separator: "<form method=\"post\" action=\"\(Self.address)\">").dropFirst().first
        let form = try #require(rest?.split(separator: "</form>").first)
        return Dictionary(
            uniqueKeysWithValues: form.matches(of: /name="(\w+)" value="([^"]*)"/).map {
                (String($0.1), String($0.2).replacing("&amp;", with: "&"))
            })
    }

    /// Sends that form.
    @discardableResult
    private func confirm(
        _ web: TestWeb, as user: String, on list: String = Self.list, reason: String = "She ate at her desk."
    ) async throws -> TestResponse {
        let fields = try await form(web, on: list, as: user)
        return try await web.sendForm(Self.address, as: user, fields.merging(["reason": reason]) { $1 })
    }

    private func saysThatTapsChanged(_ answer: TestResponse) -> Bool {
        answer.status == .seeOther
            && answer.headers[values: .setCookie].contains { $0.contains("desktap-done=tapsChanged;") }
    }

    @Test(arguments: ["bo", "cy"])
    func `The answer that nothing is missing takes the day from the lists and the sheet, and is seen at the day`(
        user: String
    ) async throws {
        try await withADay { web in
            let own = user == "bo" ? Address.team : Self.list
            let before = try await page(web, own, as: user)
            #expect(before.contains(Self.flag) && before.contains(">Nothing is missing</summary>"))
            #expect(try await page(web, "/hr/sheet/ada?month=2026-11").contains(Self.flag))
            let answered = try await confirm(web, as: user, on: own)
            #expect(answered.status == .seeOther && answered.headers[.location]?.hasPrefix(own) == true)
            #expect(answered.headers[.location]?.hasSuffix("#attention") == true)
            for (address, viewer) in [
                (own, user), (Self.list + "&open=ada", "cy"), ("/hr/sheet/ada?month=2026-11", "cy"),
                ("/hr/sheets?month=2026-11", "cy"), ("/my-team/sheets?month=2026-11", "bo"),
            ] {
                #expect(try await !page(web, address, as: viewer).contains(Self.flag), "\(address)")
            }
            let name = try await web.office.store.people.person(userName: user).displayName
            for viewer in ["ada", user] {
                let day = try await page(web, (viewer == "ada" ? "/me" : "/people/ada") + "?month=2026-11", as: viewer)
                #expect(day.contains("\(name) confirmed that nothing is missing: \(Self.flag)"))
                #expect(day.contains("<q>She ate at her desk.</q>") && day.contains(">confirmed: nothing is missing</span>"))
                #expect(day.contains(">Take back</button>") == (viewer == user))
                #expect(!day.contains("data-urgent=\"true\">\(Self.flag)"))
            }
            // The log and its exports keep the flag; the record as JSON has both.
            let rows = try await web.send(
                .get, "/api/export/daily.csv?from=2026-11-19&to=2026-11-19&user=ada", as: "cy"
            ).text
            #expect(rows.contains("suspect_missing_pause"))
            let json = try await web.send(.get, "/api/records/ada?from=2026-11-19&to=2026-11-19", as: "cy").text
            #expect(json.contains("\"suspect_missing_pause\"") && json.contains("\"She ate at her desk.\""))
        }
    }

    @Test func `A confirmation can be taken back, and the day needs attention again`() async throws {
        try await withADay { web in
            // From the day of the record, to which it returns.
            let record = "/people/ada?month=2026-11&day=2026-11-19"
            #expect(try await confirm(web, as: "cy", on: record).headers[.location] == record + "#day-2026-11-19")
            let id = try #require(try await web.office.value("select id::text from flag_confirmation"))
            for _ in 0..<2 {
                let back = try await web.sendForm("/people/ada/confirm/withdraw", as: "bo", ["id": id])
                #expect(back.status == .seeOther)
            }
            #expect(try await page(web, Self.list).contains(Self.flag))
            #expect(try await !page(web, "/me?month=2026-11", as: "ada").contains("confirmed that nothing is missing"))
            // The person's own data has it, with the author and who took it back.
            let ada = try await web.office.store.people.person(userName: "ada")
            let data = try await web.office.store.personData.data(of: ada, asOf: TestOffice.noon, zones: web.services.zones)
            let confirmation = try #require(data.confirmations.first)
            #expect(data.confirmations.count == 1 && confirmation.author.userName == "cy")
            #expect(confirmation.withdrawal?.by.userName == "bo" && confirmation.flags == ["suspect_missing_pause"])
            #expect(String(decoding: try data.json(), as: UTF8.self).contains("\"withdrawn_by\" : \"bo\""))
        }
    }

    @Test func `A form whose confirmation was taken back is refused, and can then be sent as a new one`() async throws {
        try await withADay { web in
            let reason = ["reason": "At her desk"]
            let fields = try await form(web).merging(reason) { $1 }
            let id = try #require(fields["id"])
            #expect(try await web.sendForm(Self.address, as: "cy", fields).status == .seeOther)
            _ = try await web.sendForm("/people/ada/confirm/withdraw", as: "cy", ["id": id])
            let again = try await web.sendForm(Self.address, as: "cy", fields)
            // Back to the list of the form, which says it.
            #expect(saysThatTapsChanged(again) && again.headers[.location]?.hasPrefix(Self.list) == true)
            let inForce = "select count(*)::text from flag_confirmation where withdrawn_at is null"
            #expect(try await web.office.value(inForce) == "0")
            let next = try await form(web).merging(reason) { $1 }
            #expect(next["id"] != id)
            #expect(try await web.sendForm(Self.address, as: "cy", next).status == .seeOther)
            #expect(try await web.office.value(inForce) == "1")
        }
    }

    @Test func `A confirmation stays visible at its day when the taps are corrected to another office`() async throws {
        try await withADay { web in
            let store = web.office.store
            try await confirm(web, as: "cy")
            let valley = try await store.offices.addOffice(name: "Valley", timeZone: TestOffice.timeZone)
            let desk = try #require(DeskID("1V-A1"))
            try await store.floors.addFloor(
                Floor(name: "1V", width: 400, height: 400), position: 0, rooms: [], desks: [(desk, 40, 40)], to: valley)
            let taps = try #require(
                try await web.office.value(
                    """
                    select string_agg(event.id::text, ' ' order by event.at) from event join person on person.id = person_id
                     where user_name = 'ada' and event.at < '2026-11-20T00:00:00+09:00'
                    """))
            let why = Justification(author: "cy", reason: "At the other office")
            let outcomes = try await store.corrections.correct(
                zip(taps.split(separator: " "), [desk, desk, nil]).compactMap { tap, desk in
                    UUID(uuidString: String(tap)).map { tap in
                        let change = Amendment(desk: desk.map { .named($0) }, office: "Valley")
                        return CorrectionSubmission(
                            .correction(Correction(id: UUID(), target: tap, change: .amend(change), justification: why)),
                            receivedAt: web.clock.now())
                    }
                })
            #expect(outcomes.map(\.name) == ["accepted", "accepted", "accepted"])
            let day = try await page(web, "/me?month=2026-11", as: "ada")
            #expect(day.contains("confirmed that nothing is missing: \(Self.flag)") && day.contains("Valley"))
            let json = try await web.send(.get, "/api/records/ada?from=2026-11-19&to=2026-11-19", as: "cy").text
            #expect(json.contains("\"Valley\"") && json.contains("\"She ate at her desk.\""))
        }
    }

    @Test func `A confirmation hides no later problem of the day, and the form confirms only what it showed`() async throws {
        try await withADay { web in
            let about = try #require(try await form(web)["about"])
            try await confirm(web, as: "cy")
            #expect(try await !page(web, Self.list).contains(Self.flag))
            let added = [
                "id": "\(UUID())", "kind": "start", "date": "2026-11-19", "time": "15:00", "desk": "6F-A1", "reason": "Seen",
            ]
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", added).status == .seeOther)
            #expect(try await page(web, Self.list).contains(Self.flag))
            // A form that was opened before the tap was added.
            let late = try await web.sendForm(
                Self.address, as: "cy", ["id": "\(UUID())", "about": about, "reason": "At her desk"])
            #expect(saysThatTapsChanged(late))
            #expect(late.headers[.location] == "/people/ada?month=2026-11&day=2026-11-19#day-2026-11-19")
            // A program gets the problem.
            let program = try await web.send(
                .post, Self.address, as: "cy", headers: [.contentType: "application/x-www-form-urlencoded"],
                body: "id=\(UUID())&about=\(Address.percentEncoded(about))&reason=Seen")
            #expect(program.status == .conflict && program.text.contains("The taps of the day have changed."))
            #expect(try await web.office.value("select count(*)::text from flag_confirmation") == "1")
        }
    }

    @Test func `A confirmation needs a reason, is stored once, and nobody confirms the own day`() async throws {
        try await withADay { web in
            let blank = try await confirm(web, as: "cy", reason: "  ")
            #expect(blank.status == .unprocessableContent && blank.text.contains("Enter a reason."))
            for user in ["ada", "emi", "flo", "gus"] {
                let refused = try await web.sendForm(
                    Self.address, as: user, ["id": "\(UUID())", "about": "x", "reason": "It is right"])
                #expect(refused.status == .notFound || refused.status == .forbidden, "\(user)")
            }
            let fields = try await form(web).merging(["reason": "At her desk"]) { $1 }
            for _ in 0..<2 { #expect(try await web.sendForm(Self.address, as: "cy", fields).status == .seeOther) }
            #expect(try await web.office.value("select count(*)::text from flag_confirmation") == "1")
            // Nothing is left to confirm.
            #expect(try await !page(web, Self.list).contains("Nothing is missing"))
            let empty = ["id": "\(UUID())", "about": "", "reason": "At her desk"]
            #expect(try await saysThatTapsChanged(web.sendForm(Self.address, as: "cy", empty)))
        }
    }

    @Test func `Confirmations are deleted with the records of their day, except under a legal hold`() async throws {
        try await TestOffice.with { office in
            let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
            let store = office.store
            let (ada, cy) = (try await store.people.person(userName: "ada"), try await store.people.person(userName: "cy"))
            try await store.retention.setRetention(of: office.office, timeMonths: 24, placeDays: nil)
            // In Tokyo, the first day that is kept begins on the day before in UTC.
            let kept = try #require(
                try await store.retention.retentionReport(now: now, zones: try .system()).first { $0.part == .time }?.firstKept)
            for date in [kept.adding(days: -1), kept] {
                try await office.execute(
                    """
                    insert into flag_confirmation (id, person_id, day, office_id, doubts, author_id, reason, confirmed_at)
                    values (gen_random_uuid(), \(ada.id), \(date.daysSince1970), \(office.office), '{x}', \(cy.id), 'Seen', now())
                    """)
            }
            let count = "select count(*)::text from flag_confirmation"
            try await store.legalHolds.hold(ada.id, reason: "A dispute", by: nil, now: now)
            _ = try await store.retention.runRetention(now: now, zones: try .system())
            #expect(try await office.value(count) == "2")
            _ = try await store.legalHolds.releaseHold(on: ada.id, now: now)
            _ = try await store.retention.runRetention(now: now, zones: try .system())
            #expect(try await office.value(count) == "1")
        }
    }
}

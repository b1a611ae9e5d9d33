@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Changes since an export` {
    private static let november = "from=2026-11-01&to=2026-11-30"
    private static let list = "/hr/changes?\(november)&office=Harbour%20Office"
    private static let logged = "select count(*)::text from export_log"

    private func export(_ web: TestWeb, _ query: String = "", file: String = "daily.csv", as user: String = "cy") async throws {
        let response = try await web.send(.get, "/api/export/\(file)?\(Self.november)\(query)", as: user)
        #expect(response.status == .ok, "\(file) \(query)")
    }

    private func page(_ web: TestWeb, _ address: String, as user: String = "cy", in language: String = "en") async throws
        -> String
    {
        let headers: HTTPFields = [.accept: "text/html", .acceptLanguage: language]
        let response = try await web.send(.get, address, as: user, headers: headers)
        #expect(response.status == .ok, "\(address)")
        return response.text
    }

    /// Ada's missing clock-out on Wednesday.
    private func addEnd(_ web: TestWeb) async throws {
        let fields = ["id": "\(UUID())", "kind": "end", "date": "2026-11-18", "time": "17:00", "reason": "Forgot it"]
        #expect(try await web.sendForm("/people/ada/correct", as: "cy", fields).status == .seeOther)
    }

    @Test func `HR sees below the form which days changed since the export, with the hours then and now`() async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            let hr = "/hr?\(Self.november)"
            #expect(try await !page(web, hr).contains("Exported on"))
            let accesses = "select count(*)::text from access_log"
            let before = try await web.office.value(accesses)
            let early = try await web.send(.get, Self.list, as: "cy", headers: .page)
            #expect(early.status == .seeOther && early.headers[.location]?.hasPrefix("/hr?\(Self.november)") == true)
            #expect(try await web.office.value(accesses) == before)

            try await export(web)
            let exported = "Exported on 20 Nov 2026, 12:00 by you · days until 19 Nov · "
            let link = "<a href=\"\(Self.list.replacing("&", with: "&amp;"))\">Changes since</a></p>"
            #expect(try await page(web, hr).contains(exported + link))
            #expect(try await page(web, Self.list).contains("\(exported)no changes since</p>"))
            try await addEnd(web)
            // Work of today is no change.
            _ = try await web.services.recorder.record([
                TestOffice.submission("emi", .start, at: TestOffice.noon - .seconds(3600), desk: "6F-A3")
            ])
            let changes = try await page(web, Self.list)
            #expect(changes.contains("<h1>Changed since the export <span class=\"office\">November 2026"))
            #expect(changes.contains("\(exported)1 day changed since</p>"))
            #expect(changes.contains("href=\"/people/ada?month=2026-11&amp;day=2026-11-18#day-2026-11-18\""))
            #expect(
                changes.contains(
                    "<td><strong>0:00</strong> <span class=\"where\">09:00 – ?</span></td>"
                        + "<td><strong>8:00</strong> <span class=\"where\">09:00 – 17:00</span></td>"))
            #expect(!changes.contains("Emi"))
            #expect(try await page(web, Self.list, in: "ja").contains("<h1>書き出し後の変更 "))

            // The next export has the change.
            try await export(web, file: "daily.xlsx")
            let next = try await page(web, Self.list)
            #expect(next.contains("\(exported)no changes since</p>") && !next.contains("<table>"))
        }
    }

    @Test func `An export is found by its period and people, by HR of the office`() async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            try await export(web, "&team=Design")
            try await addEnd(web)
            #expect(try await !page(web, "/hr?\(Self.november)").contains("Exported on"))
            #expect(try await !page(web, "/hr?\(Self.november)&team=Sales").contains("Exported on"))
            #expect(try await !page(web, "/hr?from=2026-11-01&to=2026-11-19&team=Design").contains("Exported on"))
            #expect(try await page(web, "/hr?\(Self.november)&team=Design").contains("Changes since</a>"))
            #expect(try await page(web, "/hr/changes?\(Self.november)&team=Design").contains("1 day changed since</p>"))
            try await export(web)
            // The administrator sees all offices first.
            #expect(try await !page(web, "/hr?\(Self.november)", as: "lea").contains("Exported on"))
            let ofHarbour = "&office=Harbour%20Office"
            let byCy = "Exported on 20 Nov 2026, 12:00 by Cy Okonkwo · days until 19 Nov"
            #expect(try await page(web, "/hr?\(Self.november)\(ofHarbour)", as: "lea").contains(byCy))
            try await export(web, "&office=Other%20Office", as: "lea")
            #expect(try await page(web, "/hr?\(Self.november)", as: "lea").contains(byCy))
            // An export of all people is one of each office.
            try await export(web, as: "lea")
            #expect(try await page(web, "/hr?\(Self.november)").contains("by Lea Root"))
            // A new office without people hides none.
            _ = try await web.office.store.offices.addOffice(name: "Third Office", timeZone: "Europe/Berlin")
            #expect(try await page(web, "/hr?\(Self.november)", as: "lea").contains("by you"))
            for user in ["ada", "bo", "gus"] {
                #expect(try await web.send(.get, Self.list, as: user).status == .forbidden, "\(user)")
            }
        }
    }

    @Test func `Only a complete download of daily hours in a browser counts, of an office, a team or all people`() async throws
    {
        try await `Attendance page`.withAWeek { (web) async throws in
            try await export(web, "&user=ada")
            try await export(web, file: "events.csv")
            let head = try await web.office.store.ledger.ledgerHead().text
            try await export(web, "&head=\(Address.percentEncoded(head))")
            try await export(web, "&as_of=2026-11-20T03:00:00Z")
            let cy = try await web.office.store.people.person(userName: "cy").id
            let key = try await web.office.store.personalKeys.addKey(for: cy, now: web.clock.now())
            #expect(try await web.send(.get, "/api/export/daily.csv?\(Self.november)", key: key).status == .ok)
            try await web.office.execute("update person set display_name = 'Jürgen' where user_name = 'emi'")
            let refused = try await web.send(.get, "/api/export/daily.csv?\(Self.november)&preset=cp932", as: "cy")
            #expect(refused.status == .unprocessableContent)
            #expect(try await web.office.value(Self.logged) == "0")

            try await export(web, "&layout=monthly-total")
            try await export(web, file: "daily.json", as: "lea")
            let downloads = """
                select string_agg(user_name || ' ' || office.name, '; ' order by user_name, office.name)
                  from export_log join person on person.id = person_id join office on office.id = export_log.office_id
                """
            #expect(
                try await web.office.value(downloads) == "cy Harbour Office; lea Harbour Office; lea Other Office")
        }
    }

    @Test func `HR of two of three offices sees the older of their latest exports`() async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            let store = web.office.store
            let other = try await store.offices.office(named: "Other Office").id
            _ = try await store.offices.addOffice(name: "Third Office", timeZone: "Europe/Berlin")
            try await Authorization.addHal(for: [web.office.office, other], web)
            let (hr, list) = ("/hr?\(Self.november)", "/hr/changes?\(Self.november)")
            try await export(web)
            #expect(try await !page(web, hr, as: "hal").contains("Exported on"))
            try await export(web, as: "hal")
            #expect(try await web.office.value(Self.logged) == "3")
            #expect(try await page(web, list, as: "hal").contains("by you · days until 19 Nov · no changes since"))
            try await addEnd(web)
            // The harbour office's next export leaves the other one's as it is.
            try await export(web)
            #expect(try await page(web, list, as: "hal").contains("by you · days until 19 Nov · 1 day changed since"))
            #expect(try await page(web, list).contains("no changes since"))
        }
    }

    @Test func `An export on the first day of its period names no day until which it reaches`() async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            let period = "from=2026-11-20&to=2026-11-30"
            #expect(try await web.send(.get, "/api/export/daily.csv?\(period)", as: "cy").status == .ok)
            #expect(try await page(web, "/hr?\(period)").contains("Exported on 20 Nov 2026, 12:00 by you · <a href="))
        }
    }

    @Test func `A download is complete although it cannot be logged`() async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            try await web.office.execute("alter table export_log rename to lost_log")
            for file in ["daily.csv", "daily.xlsx"] { try await export(web, file: file) }
        }
    }

    @Test func `The title names no office if the company has only one`() async throws {
        try await TestWeb.with { (web) async throws in
            try await export(web)
            let page = try await page(web, Self.list)
            #expect(page.contains("November 2026") && !page.contains("· Harbour Office"))
        }
    }

    @Test func `The log of downloads is deleted with the access log, except under a legal hold`() async throws {
        try await TestOffice.with { office in
            let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
            let (store, people) = (office.store, LoggedExport.People.offices([office.office]))
            let period = try `Attendance page`.month()
            let (ada, cy) = (
                try await store.people.person(userName: "ada").id, try await store.people.person(userName: "cy").id
            )
            for age: Int64 in [760, 700] {
                for person in [ada, cy] {
                    let then = now - .seconds(age * 86_400)
                    try await store.exports.log(
                        people, of: period, in: RecordState(seq: 0, asOf: then), by: person, now: then)
                }
            }
            try await store.legalHolds.hold(cy, reason: "A dispute", by: nil, now: now)
            _ = try await store.retention.forgetLogs(now: now)
            #expect(try await office.value(Self.logged) == "3")
            _ = try await store.legalHolds.releaseHold(on: cy, now: now)
            _ = try await store.retention.forgetLogs(now: now)
            #expect(try await office.value(Self.logged) == "2")
            let latest = try #require(try await store.exports.latestExport(of: people, in: period))
            #expect(latest.person == cy && latest.displayName == "Cy Okonkwo")
        }
    }
}

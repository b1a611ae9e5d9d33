@testable import AttendanceExport
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

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Attendance page` {
    static let november = "/hr?from=2026-11-01&to=2026-11-30"

    /// Ada worked on Thursday from nine to six with a break and forgot to end on Wednesday. Emi worked eight hours on Thursday
    /// without one.
    static func withAWeek(_ body: (TestWeb) async throws -> Void) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let thursday = TestOffice.noon + .seconds(-86_400 - 3 * 3600)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: thursday - .seconds(86_400), desk: "6F-A1"),
                TestOffice.submission("ada", .start, at: thursday, desk: "6F-A1"),
                TestOffice.submission("ada", .pause, at: thursday + .seconds(3 * 3600)),
                TestOffice.submission("ada", .start, at: thursday + .seconds(4 * 3600), desk: "6F-A2"),
                TestOffice.submission("ada", .end, at: thursday + .seconds(9 * 3600)),
                TestOffice.submission("emi", .start, at: thursday, desk: "6F-A3"),
                TestOffice.submission("emi", .end, at: thursday + .seconds(8 * 3600)),
            ])
            try await body(web)
        }
    }

    static func month() throws -> ClosedRange<CivilDate> { try #require(CivilDate(text: "2026-11-01")).month }

    /// The records of all people for November.
    static func records(_ web: TestWeb, _ body: (PeriodRecord) async throws -> Void) async throws {
        try await web.office.store.record.withRecords(
            in: try month(), asOf: web.clock.now(), zones: web.services.zones, body)
    }

    @Test(arguments: [
        ("cy", november, HTTPResponse.Status.ok), ("lea", november, .ok), ("lea", "/hr?office=Other%20Office", .ok),
        ("cy", "/hr", .ok), ("ada", november, .forbidden), ("bo", november, .forbidden),
        ("cy", "/hr?office=Other%20Office", .forbidden), ("cy", "/hr?team=Elsewhere", .notFound),
        ("lea", "/hr?office=None", .notFound), ("cy", "/hr?user=gus", .notFound), ("cy", "/hr?user=nobody", .notFound),
        ("cy", "/hr?user=ADA", .ok),
        ("cy", "/hr?from=2026-11-30&to=2026-11-01", .badRequest), ("cy", "/hr?from=2025-01-01&to=2026-11-01", .badRequest),
        ("cy", "/hr?sort=shoes", .badRequest), ("cy", "/hr?order=shoes", .badRequest), ("cy", "/hr?rows=0", .badRequest),
    ])
    func `The attendance page is for HR of the office and for administrators`(
        user: String, address: String, status: HTTPResponse.Status
    ) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let elsewhere = try await web.office.store.offices.office(named: "Other Office")
            try await web.office.store.teams.addTeam("Elsewhere", in: elsewhere.id)
            let response = try await web.send(.get, address, as: user)
            #expect(response.status == status)
            if status != .ok { #expect(response.json["detail"]?.hasSuffix(".") == true) }
        }
    }

    @Test func `The attendance page begins with the rows that need attention, each with its correction`() async throws {
        try await Self.withAWeek { (web) async throws in
            let page = try await web.send(.get, Self.november, as: "cy", headers: .page).text
            #expect(page.contains(">Office use</a>"))
            let attention = try #require(page.split(separator: "id=\"totals\"").first)
            var expected = 0
            try await Self.records(web) { record in
                for row in record.rows where row.isUrgent {
                    expected += 1
                    let day = row.key.date
                    #expect(attention.contains("day=\(day)#day-\(day)\" aria-label=\"\(record.displayName), "))
                    for flag in row.flags.intersection(.urgent).names {
                        #expect(attention.contains(">\(RecordWords.flag(flag))</span>"))
                    }
                }
            }
            #expect(expected > 1)
            #expect(String(attention).count(of: "class=\"span\"") == expected)
            #expect(
                attention.contains(
                    "<form method=\"post\" action=\"/people/ada/correct\" aria-label=\"Clock-out, Ada Lindqvist,"))
            #expect(attention.contains("href=\"/quarantine\""))
        }
    }

    /// The fields of the form for a missing clock-out in a row.
    private static func endForm(of user: String, on day: String, _ page: String) throws -> [String: String] {
        let rows = page.split(separator: "<tr>").filter { $0.contains("id=\"end-person-\(user)-\(day)\"") }
        let form = try #require(
            rows.first?.split(separator: "<form method").dropFirst().first?.split(separator: "</form>").first)
        return Dictionary(
            uniqueKeysWithValues: form.matches(of: /name="(\w+)" value="([^"]*)"/).map {
                (String($0.1), String($0.2).replacing("&amp;", with: "&"))
            })
    }

    @Test func `HR adds a missing clock-out in its row at the usual time, and goes on in the next row`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let nine = TestOffice.noon - .seconds(3 * 3600)
            // Ada went at five on three days. Her end is missing on the 18th and 19th, and that of Emi, who has no usual time.
            for daysAgo in [7, 6, 3] as [Int64] {
                _ = try await web.services.recorder.record([
                    TestOffice.submission("ada", .start, at: nine - .seconds(daysAgo * 86_400), desk: "6F-A1"),
                    TestOffice.submission("ada", .end, at: nine - .seconds(daysAgo * 86_400 - 8 * 3600)),
                ])
            }
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: nine - .seconds(2 * 86_400), desk: "6F-A1"),
                TestOffice.submission("emi", .start, at: nine - .seconds(2 * 86_400), desk: "6F-A2"),
                TestOffice.submission("ada", .start, at: nine - .seconds(86_400), desk: "6F-A1"),
            ])
            let list = "/hr?from=2026-11-01&to=2026-11-30&office=Harbour%20Office"
            let page = try await web.send(.get, list, as: "cy", headers: .page).text
            var fields = try Self.endForm(of: "ada", on: "2026-11-18", page)
            #expect(fields["date"] == "2026-11-18" && fields["time"] == "17:00" && fields["kind"] == "end")
            #expect(fields["reason"] == "Forgot to clock out." && fields["back"] == list + "#end-person-emi-2026-11-18")
            var emi = try Self.endForm(of: "emi", on: "2026-11-18", page)
            #expect(emi["time"] == "" && emi["back"] == list + "#end-person-ada-2026-11-19")
            #expect(try Self.endForm(of: "ada", on: "2026-11-19", page)["back"] == list + "#attention")

            let saved = try await web.sendForm("/people/ada/correct", as: "cy", fields)
            #expect(saved.status == .seeOther && saved.headers[.location] == fields["back"])
            let after = try await web.send(.get, list, as: "cy", headers: .page).text
            // The work cannot last until the morning, so such a time is a mistake on the same day.
            (emi["time"], emi["id"]) = ("08:00", "\(UUID())")
            let early = try await web.sendForm("/people/emi/correct", as: "cy", emi)
            #expect(early.status == .unprocessableContent && early.text.contains("name=\"date\" value=\"2026-11-18\""))
            #expect(early.text.contains("08:00 is before the clock-in of that day at 09:00."))
            // Another time before the clock-in is on the next day.
            (emi["time"], emi["id"]) = ("00:30", "\(UUID())")
            #expect(emi["after"] == "09:00")
            #expect(try await web.sendForm("/people/emi/correct", as: "cy", emi).status == .seeOther)
            let end = "select max(at)::text from event join person on person.id = person_id where user_name = 'emi'"
            #expect(try await web.office.value(end) == "2026-11-18 15:30:00+00")
            #expect(!after.contains("end-person-ada-2026-11-18\"") && after.contains("id=\"end-person-emi-2026-11-18\""))
            // A refused form leads to the page with all fields, and from there to the list.
            fields = try Self.endForm(of: "ada", on: "2026-11-19", after)
            (fields["time"], fields["reason"]) = ("18:10", " ")
            let refused = try await web.sendForm("/people/ada/correct", as: "cy", fields)
            #expect(refused.status == .badRequest && refused.text.contains("value=\"18:10\""))
            #expect(refused.text.contains("name=\"back\" value=\"/hr?from=2026-11-01"))
        }
    }

    @Test func `Rows that need attention can be limited to one kind`() async throws {
        try await Self.withAWeek { (web) async throws in
            func page(_ query: String) async throws -> String {
                let page = try await web.send(.get, Self.november + query, as: "cy", headers: .page).text
                return String(try #require(page.split(separator: "id=\"totals\"").first))
            }
            let all = try await page("&order=person")
            let count = all.count(of: "class=\"span\"")
            #expect(all.contains("aria-current=\"true\">All \(count)</a>"))
            let link = "kind=missing_end#attention\">clock-out missing 1</a>"
            #expect(all.contains("&amp;order=person&amp;" + link) && all.contains(">a tap is held 1</a>"))
            let missing = try await page("&kind=missing_end")
            #expect(missing.count(of: "class=\"span\"") == 1 && missing.contains("end-person-ada-2026-11-18"))
            #expect(missing.contains("kind=missing_end#attention\" aria-current=\"true\">clock-out missing 1</a>"))
            // The number of all rows stays, and the order keeps the kind.
            #expect(
                missing.contains(">\(count) to fix</span>")
                    && missing.contains("&amp;order=person&amp;kind=missing_end#attention"))
            // After the last row of a kind, the other rows are listed.
            #expect(try await page("&kind=end_without_start").count(of: "class=\"span\"") == count)
            #expect(try await !page("&user=emi").contains(">All "))
            #expect(try await web.send(.get, Self.november + "&kind=late", as: "cy").status == .badRequest)
        }
    }

    @Test func `A row shows the user name only if another listed person has the same name`() async throws {
        try await Self.withAWeek { (web) async throws in
            func names() async throws -> Int {
                let page = try await web.send(.get, Self.november, as: "cy", headers: .page).text
                let rows = try #require(page.split(separator: "id=\"totals\"").first)
                return String(rows).count(of: "</a> <span class=\"where\">ada</span>")
            }
            #expect(try await names() == 0)
            try await web.office.execute("update person set display_name = 'Ada Lindqvist' where user_name = 'emi'")
            _ = try await web.services.recorder.record([
                TestOffice.submission("emi", .start, at: TestOffice.noon - .seconds(3 * 86_400), desk: "6F-A3")
            ])
            #expect(try await names() > 0)
        }
    }

    @Test func `HR requests a correction of the own day, and the link says so`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            _ = try await web.services.recorder.record([
                TestOffice.submission("cy", .start, at: TestOffice.noon - .seconds(2 * 86_400), desk: "6F-A1")
            ])
            let page = try await web.send(.get, Self.november, as: "cy", headers: .page).text
            #expect(page.contains("<form method=\"post\" action=\"/me/ask\"") && page.contains(">Send request</button>"))
            let id = UUID().uuidString.lowercased()
            let fields = ["id": id, "kind": "end", "date": "2026-11-18", "time": "17:30", "reason": "Forgot"]
            #expect(try await web.sendForm(Address.myAsk, as: "cy", fields).status == .seeOther)
            let after = try await web.send(.get, Self.november, as: "cy", headers: .page).text
            let card = "/me?month=2026-11&amp;day=2026-11-18#request-\(id)"
            #expect(after.contains("href=\"\(card)\">Correction requested</a>") && !after.contains("action=\"/me/ask\""))
            // The held tap of Ada has a request, too.
            #expect(after.contains("<span class=\"count\">2 to fix (2 requested)</span>"))
            #expect(try await web.send(.get, Address.me, as: "cy", headers: .page).text.contains("id=\"request-\(id)\""))
        }
    }

    @Test func `A day in another office leads to that office's line of the record`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let other = try await web.office.store.offices.office(named: "Other Office")
            try await web.office.store.floors.addFloor(
                Floor(name: "B", width: 400, height: 400), position: 0, rooms: [],
                desks: [(try #require(DeskID("B-1")), 40, 40)], to: other.id)
            // Ten in the morning in Berlin.
            let wednesday = TestOffice.noon + .seconds(-2 * 86_400 + 6 * 3600)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: wednesday, desk: "B-1", office: "Other Office")
            ])
            let anchor = "day-2026-11-18-\(other.id)\""
            let list = try await web.send(.get, Self.november, as: "cy", headers: .page).text
            #expect(list.contains("href=\"/people/ada?month=2026-11&amp;day=2026-11-18#\(anchor) aria-label="))
            let record = try await web.send(.get, "/people/ada?day=2026-11-18", as: "cy", headers: .page).text
            #expect(record.contains("id=\"\(anchor)"))
        }
    }

    @Test func `A request for a clock-out in the night stands at the day whose session it ends`() async throws {
        try await TestWeb.with { (web) async throws in
            for hours in [38, 14] as [Int64] {
                _ = try await web.services.recorder.record([
                    TestOffice.submission("ada", .start, at: TestOffice.noon - .seconds(hours * 3600), desk: "6F-A1")
                ])
            }
            let id = UUID().uuidString.lowercased()
            let fields = ["id": id, "kind": "end", "date": "2026-11-19", "time": "06:00", "reason": "Forgot"]
            #expect(try await web.sendForm(Address.myAsk, as: "ada", fields).status == .seeOther)
            let page = try await web.send(.get, Self.november, as: "cy", headers: .page).text
            let lines = page.split(separator: "<tr>").filter { $0.contains("Correction requested") }
            #expect(lines.count == 1 && lines[0].contains("day=2026-11-18#"), "\(page)")
            #expect(
                try await web.send(.get, Address.requests, as: "cy", headers: .page).text.contains(
                    "day=2026-11-18#day-2026-11-18"))
        }
    }

    @Test func `A day with a waiting request leads to its card, and HR can still correct the day`() async throws {
        try await Self.withAWeek { (web) async throws in
            let id = UUID().uuidString.lowercased()
            let fields = ["id": id, "kind": "end", "date": "2026-11-18", "time": "17:30", "reason": "Forgot"]
            #expect(try await web.sendForm(Address.myAsk, as: "ada", fields).status == .seeOther)
            let page = try await web.send(.get, Self.november, as: "cy", headers: .page).text
            let line = try #require(page.split(separator: "<tr>").first { $0.contains("day=2026-11-18#") })
            #expect(line.contains("href=\"/requests#request-\(id)\">Correction requested</a>"))
            #expect(line.contains(">Add clock-out</a>"))
            let requests = try await web.send(.get, Address.requests, as: "cy", headers: .page).text
            #expect(requests.contains("<article class=\"request\" data-state=\"open\" id=\"request-\(id)\">"))
        }
    }

    @Test func `Lists with days without a clock-out say once that the time after the last tap does not count`() async throws {
        try await Self.withAWeek { (web) async throws in
            let words = "Time after the last tap counts once a clock-out is added.</p>"
            let page = try await web.send(.get, Self.november + "&open=ada", as: "cy", headers: .page).text
            #expect(page.count(of: words) == 1)
            let emi = try await web.send(.get, Self.november + "&user=emi", as: "cy", headers: .page).text
            #expect(!emi.contains(words))
            // Phones have no column of links.
            #expect(page.count(of: "aria-label=\"Timesheet of Ada Lindqvist\"") == 2)
            // The sum of Ada's and Emi's work. Ada's open session was closed after 16 hours that nobody worked.
            #expect(page.count(of: ">16:00<") == 1 && !page.contains("“At work now” is"))
            #expect(try await web.send(.get, Address.team, as: "bo", headers: .page).text.count(of: words) == 1)
        }
    }

    @Test func `A period without rows to fix says how many people have time that is not counted yet`() async throws {
        try await TestWeb.with { (web) async throws in
            func attention() async throws -> String {
                let page = try await web.send(.get, Self.november, as: "cy", headers: .page).text
                return String(try #require(page.split(separator: "id=\"totals\"").first))
            }
            #expect(try await attention().contains("<p class=\"empty\">Nothing to fix.</p>"))
            #expect(try await !web.send(.get, Self.november, as: "cy", headers: .page).text.contains("At work now"))
            let nine = web.clock.now() + .seconds(-3 * 3600)
            _ = try await web.services.recorder.record([TestOffice.submission("ada", .start, at: nine, desk: "6F-A1")])
            let page = try await web.send(.get, Self.november, as: "cy", headers: .page).text
            #expect(page.contains("<td class=\"time\">3:00</td>"))
            // The totals of all people have the open time and the days, too.
            let days = "<td class=\"time\">1</td><td class=\"time\"></td><td class=\"screen-only\"></td></tr></tfoot>"
            #expect(page.contains("<td class=\"time\">3:00</td>" + days))
            #expect(page.contains("<p class=\"small\">“At work now” counts after the next break or clock-out."))
            let one = "Nothing to fix. One person is still at work or has time that is not counted yet.</p>"
            #expect(try await attention().contains(one))
            _ = try await web.services.recorder.record([TestOffice.submission("bo", .start, at: nine, desk: "6F-A2")])
            let two = "Nothing to fix. 2 people are still at work or have time that is not counted yet.</p>"
            #expect(try await attention().contains(two))
        }
    }

    @Test func `A person who left while clocked in lacks a clock-out and is not at work`() async throws {
        try await TestWeb.with { (web) async throws in
            let nine = web.clock.now() + .seconds(-3 * 3600)
            _ = try await web.services.recorder.record([TestOffice.submission("ada", .start, at: nine, desk: "6F-A1")])
            try await web.office.store.people.setLeft(userName: "ada", at: web.clock.now())
            let page = try await web.send(.get, Self.november + "&open=ada", as: "cy", headers: .page).text
            #expect(page.contains("Needs attention <span class=\"count\">1 to fix</span>") && !page.contains("At work now"))
            #expect(page.contains("href=\"/people/ada/correct?day=2026-11-20&amp;kind=end&amp;back="))
            #expect(page.count(of: "<td class=\"span\">09:00 – ?</td>") == 2 && !page.contains("– now"))
            // In both lists.
            #expect(page.count(of: " <span class=\"flag\">former employee</span></th>") == 2)
            #expect(page.contains("Time after the last tap counts once a clock-out is added."))
            let record = try await web.send(.get, "/people/ada?month=2026-11", as: "cy", headers: .page).text
            #expect(record.contains("clock-out missing") && !record.contains("in progress"))
            #expect(!record.contains("09:00\u{A0}–\u{2060}\u{A0}now"))
            let sheet = try await web.send(.get, "/hr/sheet/ada?month=2026-11", as: "cy", headers: .page).text
            #expect(sheet.contains("clock-out missing") && !sheet.contains("not clocked out yet"))
            // The file has the row as the log gives it.
            let file = try await web.send(.get, "/api/export/daily.csv?from=2026-11-01&to=2026-11-30&user=ada", as: "cy").text
            #expect(file.contains("open") && !file.contains("missing_end"))
        }
    }

    @Test func `A clock-out without a clock-in leads to the clock-in to add and to the taps of the day`() async throws {
        try await TestWeb.with { (web) async throws in
            let nine = web.clock.now() + .seconds(-3 * 3600)
            _ = try await web.services.recorder.record([TestOffice.submission("ada", .end, at: nine)])
            let page = try await web.send(.get, Self.november, as: "cy", headers: .page).text
            #expect(page.contains("/people/ada/correct?day=2026-11-20&amp;kind=start&amp;back="))
            let day = "/people/ada?month=2026-11&amp;day=2026-11-20#day-2026-11-20"
            #expect(page.contains("<a class=\"fix\" href=\"\(day)\">Correct the entry</a>"), "\(page)")
        }
    }

    @Test func `A break without a return leads to the end of the break to add`() async throws {
        try await TestWeb.with { (web) async throws in
            let now = web.clock.now()
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: now + .seconds(-4 * 3600), desk: "6F-A1"),
                TestOffice.submission("ada", .pause, at: now + .seconds(-3 * 3600)),
                TestOffice.submission("ada", .pause, at: now + .seconds(-2 * 3600)),
                TestOffice.submission("ada", .end, at: now + .seconds(-3600)),
            ])
            let page = try await web.send(.get, Self.november, as: "cy", headers: .page).text
            #expect(page.contains("/people/ada/correct?day=2026-11-20&amp;kind=resume&amp;back="))
            #expect(page.contains(">Add end of break</a>"))
        }
    }

    @Test func `The totals of one day say when each person came and left`() async throws {
        try await Self.withAWeek { (web) async throws in
            let nine = web.clock.now() + .seconds(-3 * 3600)
            _ = try await web.services.recorder.record([TestOffice.submission("emi", .start, at: nine, desk: "6F-A3")])
            func lines(_ day: String) async throws -> String {
                let page = try await web.send(.get, "/hr?from=\(day)&to=\(day)", as: "cy", headers: .page).text
                return String(try #require(page.split(separator: "<table class=\"totals").last))
            }
            let thursday = try await lines("2026-11-19")
            #expect(thursday.contains("<th scope=\"col\" class=\"time\">First in</th>"))
            func line(_ user: String, _ cells: [String]) -> String {
                "<span class=\"where\">\(user)</span></th>" + cells.map { "<td class=\"time\">\($0)</td>" }.joined()
            }
            #expect(thursday.contains(line("ada", ["09:00", "18:00", "8:00", "1:00"])))
            #expect(thursday.contains(line("bo", ["", "", "0:00", "0:00"])))
            #expect(try await lines("2026-11-18").contains(line("ada", ["09:00", "?", "0:00"])))
            #expect(try await lines("2026-11-20").contains(line("emi", ["09:00", "now", "0:00"])))
            let month = try await web.send(.get, Self.november, as: "cy", headers: .page).text
            #expect(!month.contains("First in</th>"))
        }
    }

    @Test func `A name that needs attention leads to the person's days`() async throws {
        try await Self.withAWeek { (web) async throws in
            let page = try await web.send(.get, Self.november, as: "cy", headers: .page).text
            let list = "/hr?from=2026-11-01&amp;to=2026-11-30&amp;office=Harbour%20Office&amp;open=ada#person-ada"
            #expect(page.contains("<tr><th scope=\"row\"><a href=\"\(list)\">Ada Lindqvist</a>"))
            let team = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            #expect(team.contains("<th scope=\"row\"><a href=\"/people/ada?month=2026-11#days\">Ada Lindqvist</a>"))
        }
    }

    @Test(arguments: [
        ("from=2026-10-15&to=2026-11-15", ["2026-10", "2026-11"]), ("from=2026-11-02&to=2026-11-06", ["2026-11"]),
        ("from=2026-09-15&to=2026-11-15", ["2026-11"]), ("from=2025-12-15&to=2026-01-15", ["2025-12", "2026-01"]),
    ])
    func `The attendance page leads to the timesheets of a period of up to two months`(
        period: String, months: [String]
    ) async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.send(.get, "/hr?\(period)", as: "cy", headers: .page).text
            #expect(page.matches(of: /\/hr\/sheets\?month=([-0-9]+)/).map { String($0.1) } == months)
        }
    }

    @Test func `A period that has not begun has no lists`() async throws {
        try await Self.withAWeek { (web) async throws in
            let page = try await web.send(.get, "/hr?month=2026-12", as: "cy", headers: .page).text
            #expect(page.contains("<p class=\"empty\">This period has not begun.</p>"))
            #expect(!page.contains("Nothing to fix") && !page.contains("id=\"totals\""))
        }
    }

    @Test func `The exports say how many days have no clock-out`() async throws {
        try await Self.withAWeek { (web) async throws in
            var count = 0
            try await Self.records(web) { record in
                count += record.rows.count { record.userName == "ada" && $0.flags.contains(.missingEnd) }
            }
            #expect(count == 1)
            let page = try await web.send(.get, Self.november + "&user=ada", as: "cy", headers: .page).text
            #expect(
                page.contains(
                    "1 day of this period has no clock-out. Its open time does not count. "
                        + "<a href=\"#attention\">Needs attention</a></p>"))
            let complete = try await web.send(.get, Self.november + "&user=emi", as: "cy", headers: .page).text
            #expect(complete.contains("Download</button>") && !complete.contains("has no clock-out"))
        }
    }

    @Test func `The first days of a month say how many days of last month have no clock-out`() async throws {
        try await Self.withAWeek { (web) async throws in
            func page(_ query: String = "") async throws -> String {
                try await web.send(.get, "/hr" + query, as: "cy", headers: .page).text
            }
            #expect(try await !page().contains("of last month"))
            // 2 December.
            web.clock.advance(by: .seconds(12 * 86_400))
            try await web.office.execute("truncate access_log")
            let list = "href=\"/hr?from=2026-11-01&amp;to=2026-11-30&amp;office=Harbour%20Office#attention\">"
            #expect(try await page().contains(list + "One day of last month has no clock-out yet.</a></p>"))
            let noted = "select period_from || ' ' || period_to from access_log"
            #expect(try await web.office.value(noted) == "2026-11-01 2026-12-31")
            for query in ["?user=emi", "?month=2026-11"] {
                #expect(try await !page(query).contains("of last month"), "\(query)")
            }
            let tuesday = TestOffice.noon - .seconds(3 * 86_400)
            _ = try await web.services.recorder.record([
                TestOffice.submission("emi", .start, at: tuesday, desk: "6F-A3")
            ])
            #expect(try await page().contains(list + "2 days of last month have no clock-out yet.</a></p>"))
            web.clock.advance(by: .seconds(9 * 86_400))
            #expect(try await !page().contains("of last month"))
        }
    }

    @Test(arguments: ["", "&user=ada,emi", "&team=Sales"])
    func `The attendance page has the totals of exactly the rows in its export`(query: String) async throws {
        try await Self.withAWeek { (web) async throws in
            let page = try await web.send(.get, Self.november + query, as: "cy", headers: .page).text
            let export = try await web.send(.get, try await web.chosenExport(on: page, ["format": "json"]), as: "cy")
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(export.body.readableBytesView)) as? [String: Any])
            let rows = try #require(object.values.compactMap { $0 as? [[String: Any]] }.first { $0.first?["flags"] != nil })
            var sums: [String: Int64] = [:]
            for row in rows {
                let seconds = try #require(row["worked_seconds"] as? Int)
                sums[try #require(row["employee_id"] as? String), default: 0] += Int64(seconds)
            }
            #expect(sums["emi"] == 8 * 3600 && sums["gus"] == nil)
            for (user, seconds) in sums {
                let line = page.split(separator: "<span class=\"where\">\(user)</span></th><td class=\"time\">").last
                #expect(line?.hasPrefix(hoursAndMinutes(seconds) + "<") == true, "\(user)")
            }
            let flagged = rows.count {
                ($0["flags"] as? String ?? "").isEmpty == false || ($0["flags"] as? [Any])?.isEmpty == false
            }
            // Without such rows the page says so in words.
            let requested = page.count(of: ">Correction requested</a>")
            let count = "\(flagged) to fix" + (requested > 0 ? " (\(requested) requested)" : "")
            #expect(page.contains("Needs attention <span class=\"count\">\(count)</span>") == (flagged > 0))
            let end = "<td class=\"time\" data-urgent=\"true\">\(flagged)</td><td class=\"screen-only\"></td></tr></tfoot>"
            #expect(page.contains(end) == (flagged > 0))
            let total = sums.values.reduce(0, +)
            #expect(page.contains("</th><td class=\"time\">\(hoursAndMinutes(total))</td>"))
        }
    }

    @Test(arguments: [
        ("sort=name", ["ada", "bo", "cy"]), ("sort=-name", ["ned", "lea", "flo"]), ("sort=-worked", ["ada", "emi", "bo"]),
        ("sort=worked", ["bo", "cy", "flo"]), ("sort=-pause", ["ada", "bo", "cy"]), ("sort=-flags", ["ada", "bo", "cy"]),
        ("sort=-days", ["ada", "emi", "bo"]),
    ])
    func `The attendance page sorts the totals by any column`(sort: String, first: [String]) async throws {
        try await Self.withAWeek { (web) async throws in
            let page = try await web.send(.get, Self.november + "&" + sort, as: "cy", headers: .page).text
            let totals = String(try #require(page.split(separator: "id=\"totals\"").last))
            let order = totals.split(separator: "<tr id=\"person-").dropFirst().map { String($0.prefix { $0 != "\"" }) }
            #expect(Array(order.prefix(3)) == first)
            #expect(totals.count(of: "aria-sort=") == 1)
        }
    }

    @Test func `The lists of HR are in the order of readings, as the list of people is`() async throws {
        try await Self.withAWeek { (web) async throws in
            try await web.office.execute("update person set reading = 'Aaa' where user_name = 'emi'")
            let page = try await web.send(.get, Self.november + "&sort=name", as: "cy", headers: .page).text
            let totals = String(try #require(page.split(separator: "id=\"totals\"").last))
            let order = totals.split(separator: "<tr id=\"person-").dropFirst().map { String($0.prefix { $0 != "\"" }) }
            #expect(Array(order.prefix(3)) == ["emi", "ada", "bo"])
            let sheets = try await web.send(.get, "/hr/sheets?month=2026-11", as: "cy", headers: .page).text
                .components(separatedBy: "<section class=\"month-sheet\">")
            #expect(sheets[1].contains("Emi") && sheets[2].contains("Ada Lindqvist"))
        }
    }

    @Test func `The flag for a tap that reached the server late does not read like a late person`() async throws {
        try await TestWeb.with { (web) async throws in
            let nine = web.clock.now() + .seconds(-3 * 3600)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: nine, desk: "6F-A1", receivedAt: nine + .seconds(3600))
            ])
            for (language, words, help) in [
                ("en", "a tap was sent late", "is about the reader or phone, not about the person"),
                ("ja", "打刻データの送信遅れ", "遅刻ではありません"),
            ] {
                var headers = HTTPFields.page
                headers[.acceptLanguage] = language
                let page = try await web.send(.get, Self.november + "&open=ada", as: "cy", headers: headers).text
                #expect(page.contains(">\(words)</span>") && page.contains(help), "\(language)")
            }
        }
    }

    @Test func `The attendance page shows only the selected people and exports them`() async throws {
        try await Self.withAWeek { (web) async throws in
            let page = try await web.send(.get, Self.november + "&user=ada,%20emi&open=emi", as: "cy", headers: .page).text
            #expect(page.contains("All 2</th>") && !page.contains("Bo Nakamura"))
            #expect(page.contains("Days of Emi") && !page.contains("Days of Ada"))
            let selection = "from=2026-11-01&to=2026-11-30&office=Harbour%20Office&user=ada&user=emi"
            #expect(try await web.chosenExport(on: page) == "/api/export/daily.xlsx?\(selection)&heads=readable")
            #expect(
                page.contains(
                    "href=\"/hr/sheets?month=2026-11&amp;office=Harbour%20Office&amp;user=ada&amp;user=emi\">"
                        + "Print all timesheets, November 2026</a>"))
            let team = try await web.send(.get, Self.november + "&team=Design", as: "cy", headers: .page).text
            #expect(team.contains("All 1</th>") && team.contains("Ada Lindqvist"))
            #expect(page.contains("Export <span class=\"count\">November 2026 · 2 people</span></h2>"))
            #expect(team.contains("Export <span class=\"count\">November 2026 · Design · 1 person</span></h2>"))
            #expect(team.contains("Attendance <span class=\"office\">November 2026 · Design</span></h1>"))
            #expect(team.contains(">Print timesheets of Design, November 2026</a>"))
        }
    }

    @Test(arguments: [
        ("/hr?period=last-month", "There is no field “period”. Known fields: from, to, office,"),
        ("/hr?from=2026-11-30&to=2026-11-01", "The period ends before it begins."),
        ("/hr?from=2025-01-01&to=2026-11-30", "at most 366"), ("/hr?sort=shoes", "“sort” must be one of name,"),
    ])
    func `The attendance page reports a wrong query`(address: String, sentence: String) async throws {
        try await TestWeb.with { (web) async throws in
            let response = try await web.send(.get, address, as: "cy")
            #expect(response.status == .badRequest && response.text.contains(sentence), "\(response.text)")
        }
    }

    @Test func `The attendance page refuses a name that too many people have`() async throws {
        try await Self.withAWeek { (web) async throws in
            try await web.office.execute(
                """
                insert into person (user_name, display_name, office_id)
                select 'tanaka-' || n, 'Tanaka ' || n, (select min(id) from office) from generate_series(1, 51) as n
                """)
            let page = try await web.send(.get, Self.november + "&user=tanaka", as: "cy", headers: .page)
            #expect(page.status == .unprocessableContent && page.text.contains("“tanaka” matches more than 50 people."))
            let one = try await web.send(.get, Self.november + "&user=tanaka-5", as: "cy", headers: .page).text
            #expect(one.contains("All 1</th>") && one.contains("value=\"tanaka-5\""))
        }
    }

    @Test(arguments: [
        ("Cy", ["cy"]), ("Okonkwo", ["cy"]), ("Ada%20Lindqvist", ["ada"]), ("ada%20lind,%20Emi", ["ada", "emi"]),
        ("LINDQVIST", ["ada"]), ("L%C3%ADndqvist", ["ada"]), ("ada", ["ada"]),
    ])
    func `The attendance page finds people by their names`(names: String, users: [String]) async throws {
        try await Self.withAWeek { (web) async throws in
            let page = try await web.send(.get, Self.november + "&user=\(names)", as: "cy", headers: .page).text
            let totals = try #require(page.split(separator: "id=\"totals\"").last)
            #expect(totals.matches(of: /<span class="where">(\w+)<\/span><\/th>/).map { String($0.1) } == users)
        }
    }

    /// Two accounts of one name in two spellings can exist from before names were compared by their key.
    @Test(arguments: [("andr%C3%A9", ["One"]), ("andre%CC%81", ["Two"]), ("andr%C3%A9,andre%CC%81", ["One", "Two"])])
    func `Of two people with one user name, the attendance page shows the one with the exact spelling`(
        names: String, shown: [String]
    ) async throws {
        try await Self.withAWeek { (web) async throws in
            try await web.office.execute("alter table person disable trigger keep_new_user_name_apart")
            try await web.office.execute(
                """
                insert into person (user_name, display_name, office_id)
                values (U&'andr\\00E9', 'Andre One', 1), (U&'andre\\0301', 'Andre Two', 1)
                """)
            let page = try await web.send(.get, Self.november + "&user=\(names)", as: "cy", headers: .page).text
            #expect(page.contains("All \(shown.count)</th>"))
            for last in ["One", "Two"] { #expect(page.contains("Andre \(last)") == shown.contains(last)) }
        }
    }

    @Test(arguments: [
        (
            "&user=Zoe%20Nobody", HTTPResponse.Status.notFound, "There is no person with the name or user name “Zoe Nobody”.",
            "value=\"Zoe Nobody\""
        ),
        // Of another office.
        ("&user=ada,gus", .notFound, "There is no person with the name or user name “gus”.", "value=\"ada, gus\""),
        ("from=2026-11-30&to=2026-11-01", .badRequest, "The period ends before it begins.", "value=\"2026-11-30\""),
    ])
    func `The attendance page keeps a refused filter and says what is wrong with it`(
        query: String, status: HTTPResponse.Status, sentence: String, kept: String
    ) async throws {
        try await Self.withAWeek { (web) async throws in
            let address = query.hasPrefix("&") ? Self.november + query : "/hr?" + query
            let page = try await web.send(.get, address, as: "cy", headers: .page)
            #expect(page.status == status && page.text.contains(">\(sentence)") && page.text.contains(kept))
            // Nobody's record is read for it.
            #expect(!page.text.contains("id=\"totals\"") && !page.text.contains("Lindqvist"))
            #expect(try await web.office.value("select count(*)::text from access_log") == "0")
        }
    }

    @Test func `A former employee is found by name, on Attendance and on People`() async throws {
        try await Self.withAWeek { (web) async throws in
            try await web.office.store.people.setLeft(userName: "emi", at: web.clock.now())
            let attendance = try await web.send(.get, Self.november + "&user=Emi", as: "cy", headers: .page).text
            #expect(attendance.contains("All 1</th>") && attendance.contains("href=\"/people/emi"))
            let people = try await web.send(.get, "/people?name=emi", as: "cy", headers: .page).text
            #expect(people.contains("href=\"/people/emi\"") && people.contains("former employee</span>"))
        }
    }

    @Test func `A refused filter keeps its period in the heading and the links`() async throws {
        try await Self.withAWeek { (web) async throws in
            let address = "/hr?from=2026-09-01&to=2026-09-30&user=Zoe%20Nobody"
            let page = try await web.send(.get, address, as: "cy", headers: .page).text
            #expect(page.contains("Attendance <span class=\"office\">September 2026</span></h1>"))
            #expect(page.contains("href=\"/hr/sheets?month=2026-09\">Print all timesheets, September 2026</a>"))
            #expect(!page.contains("aria-current=\"true\">This month"))
        }
    }

    @Test(arguments: [
        ("", "cy * viewed in HR's list"), ("&user=ada", "cy ada viewed in HR's list"),
        ("&team=Sales&purpose=Payroll", "cy emi Payroll"),
        ("&user=ada,emi&open=ada", "cy ada viewed in HR's list;cy emi viewed in HR's list"),
    ])
    func `The attendance page is logged as an access before it is shown`(query: String, noted: String) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            #expect(try await web.send(.get, Self.november + query, as: "cy").status == .ok)
            let entries = try await web.office.value(
                """
                select string_agg(reader.user_name || ' ' || coalesce(person.user_name, '*') || ' ' || purpose, ';'
                                  order by person.user_name)
                  from access_log join person as reader on reader.id = reader_id left join person on person.id = person_id
                """)
            #expect(entries == noted)
            try await web.office.execute("alter table access_log add check (purpose = 'none') not valid")
            let response = try await web.send(.get, Self.november + query, as: "cy", headers: .page)
            #expect(response.status == .internalServerError && !response.text.contains("Ada"))
        }
    }

    @Test func `The attendance page shows 1000 people and 200 rows at once, with links to the others`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            try await web.office.execute(
                """
                insert into person (user_name, display_name, office_id)
                select 'p' || n, 'Person ' || n, \(web.office.office) from generate_series(1, 1000) as n
                """)
            let at = TestOffice.noon - .seconds(7200)
            _ = try await web.services.recorder.record(
                (1...201).map { TestOffice.submission("p\($0)", .end, at: at + .seconds($0)) })
            let first = try await web.send(.get, Self.november, as: "cy", headers: .page).text
            #expect(first.count(of: "<tr id=\"person-") == 1000)
            #expect(first.contains("1 to 1000 of 1007") && first.contains("An export contains all of them."))
            #expect(first.contains("1 to 200 of 202"))
            let second = try await web.send(.get, Self.november + "&people=2&rows=2", as: "cy", headers: .page).text
            #expect(second.count(of: "<tr id=\"person-") == 7)
            #expect(second.contains("201 to 202 of 202") && second.contains("rel=\"prev\""))
            #expect(second.contains("All 1007</th>"))
        }
    }
}

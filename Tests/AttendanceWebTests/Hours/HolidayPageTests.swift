@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Hours
import HTTPTypes
import HummingbirdTesting
import JSON
import TestOffice
import TestServers
import Testing

/// Lea is the administrator.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)), .inEnglish)
struct `Pages of holidays` {
    private func get(_ web: TestWeb, _ address: String) async throws -> TestResponse {
        try await web.send(.get, address, as: "lea", headers: .page)
    }

    /// The names of a calendar's days by date.
    private func days(_ web: TestWeb, _ calendar: String) async throws -> [String] {
        try await web.office.store.holidays.calendar(named: calendar).days.map { day in
            "\(day.date) \(day.name ?? "")" + (day.part == .full ? "" : " \(day.part)")
        }
    }

    private func facts(_ web: TestWeb) async throws -> Int { try await web.office.store.hours.commonFacts().facts.count }

    /// The hidden fields of an import's preview.
    private func hidden(_ page: TestResponse) -> [String: String] {
        Dictionary(
            page.text.matches(of: /<input type="hidden" name="([a-z]+)" value="([^"]*)"/).map {
                (String($0.output.1), String($0.output.2))
            }
        ) { $1 }
    }

    /// Checks the days, then saves them as the page's form does.
    private func save(_ web: TestWeb, _ fields: [String: String]) async throws -> (page: TestResponse, saved: TestResponse) {
        let page = try await web.sendForm(Address.workingTimeHolidayImport, as: "lea", fields.merging(["do": "check"]) { $1 })
        let form = fields.merging(hidden(page)) { $1 }.merging(["do": "save"]) { $1 }
        return (page, try await web.sendForm(Address.workingTimeHolidayImport, as: "lea", form))
    }

    @Test func `A shipped calendar is chosen, shown and saved, and its update changes nothing`() async throws {
        try await TestWeb.with { (web) async throws in
            let list = try await get(web, Address.workingTimeHolidays).text
            #expect(list.contains("No calendars yet."))
            #expect(
                list.contains("<optgroup label=\"Germany\"><option value=\"DE-BW\">Deutschland, Baden-Württemberg</option>"))
            let preview = try await get(web, Address.holidayImport(nil, shipped: "DE-BB"))
            #expect(preview.text.contains("value=\"Deutschland, Brandenburg\""))
            #expect(
                preview.text.contains("Sat 31 Oct 2026 · Reformationstag")
                    && preview.text.contains("Saving adds 60, changes 0 and removes 0 days."))
            #expect(try await facts(web) == 0 && !preview.text.contains("Python"))
            let (_, saved) = try await save(web, ["name": "Brandenburg", "shipped": "DE-BB"])
            #expect(saved.status == .seeOther)
            let address = try #require(saved.headers[.location])
            #expect(address == "/admin/working-time/holidays/calendar?name=Brandenburg&year=2026")
            let count = try await facts(web)
            #expect(count == 60, "\(count)")
            let page = try await get(web, address).text
            #expect(page.contains("<strong>Reformationstag</strong>") && page.contains("aria-current=\"true\">2026</a>"))
            #expect(page.contains(">2030</a>") && !page.contains("2027-01-01"))
            #expect(page.contains("<a href=\"\(Address.workingTimeTerms)\">Not used yet</a>"))
            let row = try await get(web, Address.workingTimeHolidays).text
            #expect(row.contains("2026–2030 · Next: Fri 25 Dec 2026 · Erster Weihnachtstag"))
            // Again, also with the form of the page.
            let (again, _) = try await save(web, ["name": "Brandenburg", "shipped": "DE-BB"])
            #expect(again.text.contains("Nothing would change. Unchanged: 60.") && hidden(again)["shown"] == nil)
            #expect(try await facts(web) == count)
            #expect(try await get(web, Address.holidayImport(nil, shipped: "XX")).status == .notFound)
        }
    }

    @Test func `A file shows added, renamed and removed days, and days changed by hand stay`() async throws {
        try await TestWeb.with { (web) async throws in
            let first = "2026-01-01,Neujahr\n2026-05-01,Labour Day\n2026-06-01,No longer\n2026-12-24,Heiligabend\n"
            let (page, saved) = try await save(web, ["name": " Berlin ", "csv": first, "from": "2026"])
            #expect(page.text.contains("Saving adds 4, changes 0 and removes 0 days."))
            #expect(saved.status == .seeOther, "\(saved.text)")
            func change(_ fields: [String: String]) async throws -> TestResponse {
                try await web.sendForm(
                    Address.workingTimeCalendar, as: "lea", ["calendar": "Berlin"].merging(fields) { $1 })
            }
            let half = try await change(["date": "2026-12-24", "name": "Heiligabend", "part": "afternoon", "do": "change"])
            #expect(half.headers[.location] == "/admin/working-time/holidays/calendar?name=Berlin&year=2026")
            #expect(try await change(["date": "2026-12-31", "name": "Closed", "do": "add"]).status == .seeOther)
            let calendar = """
                BEGIN:VCALENDAR
                BEGIN:VEVENT
                DTSTART;VALUE=DATE:20260101
                SUMMARY:Neujahr
                END:VEVENT
                BEGIN:VEVENT
                DTSTART;VALUE=DATE:20260501
                SUMMARY:Tag der Arbeit
                END:VEVENT
                BEGIN:VEVENT
                DTSTART;VALUE=DATE:20261224
                SUMMARY:24 December
                END:VEVENT
                BEGIN:VEVENT
                DTSTART;VALUE=DATE:20261225
                SUMMARY:<b>
                END:VEVENT
                END:VCALENDAR
                """
            let (shown, done) = try await save(web, ["name": "Berlin", "csv": calendar])
            #expect(
                shown.text.contains(
                    "Saving adds 1, changes 1 and removes 1 days. Unchanged: 1. Changed by hand, kept: 2."))
            #expect(shown.text.contains("Fri 1 May 2026 · Labour Day → Tag der Arbeit"))
            #expect(shown.text.contains("Mon 1 Jun 2026 · No longer") && shown.text.contains("Fri 25 Dec 2026 · &lt;b&gt;"))
            #expect(done.status == .seeOther)
            #expect(
                try await days(web, "Berlin") == [
                    "2026-01-01 Neujahr", "2026-05-01 Tag der Arbeit", "2026-12-24 Heiligabend afternoon", "2026-12-25 <b>",
                    "2026-12-31 Closed",
                ])
            let log = try await web.office.store.audit.configurationChanges().map(\.change)
            #expect(log.contains(ConfigurationChange(.holidayCalendar, .changed, "Berlin", "2026–2026: +1 ±1 −1")))
            let changes = try await get(web, Address.adminChanges).text
            #expect(changes.contains("Holiday calendar") && changes.contains("2026-12-31: Closed"))
        }
    }

    @Test func `Only the changes that the page showed are saved, and a form is sent once`() async throws {
        try await TestWeb.with { (web) async throws in
            let fields = ["name": "Berlin", "csv": "2026-01-01,Neujahr"]
            let page = try await web.sendForm(Address.workingTimeHolidayImport, as: "lea", fields)
            #expect(page.status == .ok && page.text.contains("Saving adds 1,"))
            let form = fields.merging(hidden(page)) { $1 }.merging(["do": "save"]) { $1 }
            for other in [["csv": "2026-01-01,New Year"], ["name": "Bremen"], ["shown": ""]] {
                let refused = try await web.sendForm(
                    Address.workingTimeHolidayImport, as: "lea", form.merging(other) { $1 })
                #expect(refused.status == .unprocessableContent && refused.text.contains("The calendar changed meanwhile."))
                #expect(try await facts(web) == 0)
            }
            #expect(try await web.sendForm(Address.workingTimeHolidayImport, as: "lea", form).status == .seeOther)
            // The calendar has the day already.
            let again = try await web.sendForm(Address.workingTimeHolidayImport, as: "lea", form)
            #expect(again.status == .unprocessableContent)
            #expect(try await facts(web) == 1)
        }
    }

    @Test(arguments: [
        ("name=X&csv=2026-01-01", "Line 1: a line has a date, a name"),
        ("name=X&csv=1.1.2026,Neujahr%0A1.5.2026,X", "Line 2: “1.5.2026” is not a date"),
        ("name=X&csv=", "has no holidays from 2025 on"),
        ("name=X&csv=1955/1/1,A", "has no holidays from 2025 on"), ("name=X&from=1970&csv=1970/1/1,A", "Saving adds 1,"),
        ("name=X&from=1955&csv=1955/1/1,A", "id=\"year-problem\">Enter a year"),
        ("name=X&csv=2226-01-01,A", "Line 1: “2226-01-01” is not a date"),
        ("name=X&from=x&csv=2026-01-01,A", "id=\"year-problem\">Enter a year"),
        ("csv=2026-01-01,A", "id=\"name-problem\">A name is one line"),
        (
            "csv=BEGIN:VCALENDAR%0AX-WR-CALNAME:Mine%0ABEGIN:VEVENT%0ADTSTART:20260101%0ASUMMARY:A%0AEND:VEVENT%0AEND:VCALENDAR",
            "value=\"Mine\""
        ),
        (
            "name=X&csv=BEGIN:VCALENDAR%0ABEGIN:VEVENT%0ADTSTART:20260101T090000%0ASUMMARY:A%0AEND:VEVENT%0AEND:VCALENDAR",
            "Line 3: the event has a time of day"
        ),
    ])
    func `A wrong file or field is named, and nothing is saved`(body: String, expected: String) async throws {
        try await TestWeb.with { (web) async throws in
            var headers = HTTPFields.page
            headers[.contentType] = "application/x-www-form-urlencoded"
            let page = try await web.send(
                .post, Address.workingTimeHolidayImport, as: "lea", headers: headers, body: body + "&do=check")
            #expect(page.text.contains(expected), "\(page.text)")
            #expect((page.status == .ok) == (expected.contains("Saving adds") || expected.contains("Mine")))
            #expect(try await facts(web) == 0)
        }
    }

    @Test func `An import of too many days is refused before it is saved`() async throws {
        try await TestWeb.with { (web) async throws in
            let text = (0...HolidayStore.mostDays).map { "\(CivilDate(daysSince1970: 20_500 + Int64($0))),X" }.joined(
                separator: "\n")
            let (page, saved) = try await save(web, ["name": "X", "csv": text])
            #expect(page.text.contains("More than 400 days would change.") && saved.status == .unprocessableContent)
            #expect(try await facts(web) == 0)
        }
    }

    @Test func `Days are added as a span, changed, halved and removed`() async throws {
        try await TestWeb.with { (web) async throws in
            func send(_ fields: [String: String]) async throws -> TestResponse {
                try await web.sendForm(
                    Address.workingTimeCalendar, as: "lea", ["calendar": "Company"].merging(fields) { $1 })
            }
            let new = try await get(web, Address.holidayCalendar("Company"))
            #expect(new.status == .ok && new.text.contains("No holidays in this year."))
            #expect(
                try await send(["date": "2026-12-30", "name": "Inventory", "part": "morning", "do": "add"]).status == .seeOther)
            #expect(
                try await send(["date": "2026-12-29", "to": "2026-12-31", "name": "Closed", "do": "add"]).status == .seeOther)
            #expect(
                try await days(web, "Company") == [
                    "2026-12-29 Closed", "2026-12-30 Inventory morning", "2026-12-31 Closed",
                ])
            #expect(try await send(["date": "2026-12-31", "do": "remove"]).status == .seeOther)
            #expect(
                try await send(["date": "2026-12-29", "name": "Closed", "part": "full", "do": "change"]).status == .seeOther)
            #expect(try await days(web, "Company") == ["2026-12-29 Closed", "2026-12-30 Inventory morning"])
            // One fact for each changed day: three new ones and a removed one.
            #expect(try await facts(web) == 4)
            for (fields, problem) in [
                (["date": "2026-12-30", "name": "X", "do": "add"], "id=\"date-problem\">This day is a holiday already"),
                (["date": "30.12.2026", "name": "X", "do": "add"], "id=\"date-problem\">Enter a day"),
                (["date": "1969-12-31", "name": "X", "do": "add"], "id=\"date-problem\">Enter a day"),
                (["date": "2199-12-31", "to": "2200-01-01", "name": "X", "do": "add"], "id=\"date-problem\">Enter a day"),
                (
                    ["date": "2026-12-30", "to": "2026-12-01", "name": "X", "do": "add"],
                    "id=\"date-problem\">Choose 1 to 60 days."
                ),
                (["date": "2026-01-01", "to": "2026-12-31", "name": "X", "do": "add"], "Choose 1 to 60 days."),
                (["date": "2026-11-30", "name": "a\u{202E}", "do": "add"], "id=\"name-problem\">A name is one line"),
                (["date": "2026-12-29", "name": "", "do": "change"], "id=\"fault-2026-12-29\">A name is one line"),
                (
                    ["date": "2026-12-29", "name": "X", "part": "noon", "do": "change"],
                    "id=\"fault-2026-12-29\">Choose from the list."
                ),
            ] {
                let page = try await send(fields)
                #expect((400..<500).contains(page.status.code) && page.text.contains(problem), "\(fields): \(page.text)")
            }
            #expect(try await facts(web) == 4)
            let bad = try await get(web, Address.workingTimeCalendar + "?name=%E2%80%AE")
            #expect(bad.status == .badRequest && bad.text.contains("id=\"name-problem\""))
            #expect(try await get(web, Address.workingTimeCalendar).headers[.location] == Address.workingTimeHolidays)
        }
    }

    @Test func `Without a schedule only administrators see calendars, and changes need a fresh sign-in`() async throws {
        try await TestWeb.with { (web) async throws in
            let pages = [Address.workingTimeHolidays, Address.workingTimeHolidayImport, Address.holidayCalendar("X")]
            for user in ["ada", "bo", "cy"] {
                for address in pages {
                    let isHidden = user == "cy" && address != Address.workingTimeHolidayImport
                    let page = try await web.send(.get, address, as: user, headers: .page)
                    #expect(page.status == (isHidden ? .notFound : .forbidden), "\(user) \(address)")
                }
                let sent = try await web.sendForm(
                    Address.workingTimeCalendar, as: user, ["calendar": "X", "date": "2026-12-24", "name": "X", "do": "add"])
                #expect(sent.status == .forbidden)
            }
            let old = try await web.cookie("lea")
            web.clock.advance(by: FreshSignIn.lifetime + .seconds(1))
            var headers = HTTPFields.page
            headers[.cookie] = old
            let page = try await web.send(.get, Address.holidayImport(nil, shipped: "JP"), headers: headers).text
            #expect(
                page.contains("href=\"/sign-in?to=%2Fadmin%2Fworking-time%2Fholidays%2Fimport%3Fshipped%3DJP&amp;again=yes\""))
            #expect(page.contains("The days of the equinoxes are forecasts"))
            #expect(try await facts(web) == 0)
        }
    }

    @Test func `Administrators see two months ahead that a calendar in use ends`() async throws {
        try await TestWeb.with { (web) async throws in
            let add = ["calendar": "Berlin", "date": "2026-05-01", "name": "X", "do": "add"]
            #expect(try await web.sendForm(Address.workingTimeCalendar, as: "lea", add).status == .seeOther)
            let notice = "“Berlin” has no holidays after 31 Dec 2026."
            #expect(try await !get(web, Address.admin).text.contains(notice))
            let schedule: JSONValue = [
                "type": "schedule", "name": "full", "from": "2026-01-01", "anchor": "2024-01-01", "days": [28800],
            ]
            let terms: JSONValue = [
                "type": "terms", "scope": "office", "of": "1", "from": "2026-01-01", "schedule": "full",
                "calendars": ["Berlin"],
            ]
            #expect(try await web.office.store.hours.append([NewFact(schedule), NewFact(terms)], by: nil) == .appended)
            // It is 20 November.
            for address in [Address.admin, Address.workingTimeHolidays] {
                #expect(try await get(web, address).text.contains(notice), "\(address)")
            }
            let next = add.merging(["date": "2027-05-01"]) { $1 }
            #expect(try await web.sendForm(Address.workingTimeCalendar, as: "lea", next).status == .seeOther)
            #expect(try await !get(web, Address.admin).text.contains(notice))
        }
    }
}

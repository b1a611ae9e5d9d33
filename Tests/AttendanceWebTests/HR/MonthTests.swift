@testable import AttendanceWeb

import Attendance
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `A person's month` {
    @Test(arguments: [
        ("ada", HTTPResponse.Status.ok), ("bo", .ok), ("cy", .ok), ("lea", .ok), ("emi", .forbidden), ("flo", .notFound),
        ("gus", .notFound),
    ])
    func `A month's sheet is for the people who may see the record`(user: String, status: HTTPResponse.Status) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            try await web.office.execute("truncate access_log")
            let response = try await web.send(.get, "/hr/sheet/ada?month=2026-11", as: user)
            #expect(response.status == status)
            let purpose = try await web.office.value("select string_agg(purpose, ';') from access_log")
            #expect(purpose == (status == .ok && user != "ada" ? "monthly sheet" : nil))
        }
    }

    @Test func `A month's sheet has a line for each day, the totals and its sources`() async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            let page = try await web.send(.get, "/hr/sheet/ada?month=2026-11", as: "cy", headers: .page).text
            #expect(page.count(of: "<th scope=\"row\"><span class=\"number\">") == 30)
            let thursday =
                "<span class=\"number\">19</span> Thu</th><td class=\"time\">09:00</td><td class=\"time\">18:00</td>"
                + "<td class=\"time\">1:00</td><td class=\"time\">8:00</td><td class=\"remarks\"></td>"
            let ledgerHead = try await web.office.store.ledger.ledgerHead()
            let head = ledgerHead.text
            for text in [
                thursday, "Monthly timesheet, November 2026", "Ada Lindqvist", "Harbour Office", "Asia/Tokyo (UTC+09:00)",
                "Days with work: 2", "<strong>8:00</strong>", "1 day without a clock-out</td>",
                "clock-out missing</td>",
                "For the employer",
                "Work that began in November 2026 counts until 20 Nov 2026, 12:00. All taps and corrections",
                "recorded until 20 Nov 2026, 12:00 are included. Reference: \(ledgerHead.seq). DeskTap</p>",
                "<details><summary>Details</summary><p class=\"hash\">Reference \(head): an administrator can check",
                "href=\"/people/ada?month=2026-11#days\"",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(page.contains("data-print hidden>Print</button>") && !page.contains("Ctrl+P"))
            // The months stand together, then the record. December has not begun.
            #expect(page.contains("← October 2026</a></span>") && page.contains(">Record, November 2026</a>"))
            let past = try await web.send(.get, "/hr/sheet/ada?month=2026-10", as: "cy", headers: .page).text
            let months = /rel="prev">← September 2026<\/a> <a href="[^"]*" rel="next">November 2026 →<\/a>/
            #expect(past.firstMatch(of: months) != nil)
        }
    }

    @Test func `The sheet of a month to come says so`() async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            let page = try await web.send(.get, "/hr/sheet/ada?month=2026-12", as: "cy", headers: .page).text
            #expect(page.contains("December 2026 has not begun. All taps") && !page.contains("Work that began"))
        }
    }

    @Test func `The sheet of a past month has the corrections that were recorded later, and says so`() async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            let page = try await web.send(.get, "/hr/sheet/ada?month=2026-10", as: "cy", headers: .page).text
            #expect(page.contains("Work that began in October 2026 and went on into the next month counts until "))
            #expect(!page.contains("counts until 20 Nov 2026"))
            #expect(page.contains("All taps and corrections recorded until 20 Nov 2026, 12:00 are included."))
            var headers = HTTPFields.page
            headers[.acceptLanguage] = "ja"
            let japanese = try await web.send(.get, "/hr/sheet/ada?month=2026-10", as: "cy", headers: headers).text
            #expect(japanese.contains("2026年10月に始まり翌月に続いた勤務は"))
            #expect(japanese.contains("2026年11月20日 12:00までに記録された打刻と修正をすべて反映しています。参照番号："))
        }
    }

    @Test func `A month's sheet opened from HR's page leads back to it and stays in its section`() async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            let list = "/hr?from=2026-11-01&to=2026-11-30#person-ada"
            let hr = try await web.send(.get, "/hr?from=2026-11-01&to=2026-11-30", as: "cy", headers: .page).text
            let address = "/hr/sheet/ada?month=2026-11&back=" + Address.percentEncoded(list)
            let beginning = address.replacing("%23person-ada", with: "").replacing("&", with: "&amp;")
            #expect(hr.contains("href=\"\(beginning)"))
            let sheet = try await web.send(.get, address, as: "cy", headers: .page).text
            #expect(sheet.contains("<a href=\"\(list.replacing("&", with: "&amp;"))\">Attendance</a>"))
            #expect(sheet.contains("href=\"/hr\" aria-current"))
            let october = address.replacing("2026-11&", with: "2026-10&").replacing("&", with: "&amp;")
            #expect(sheet.contains("href=\"\(october)\""))
            // An address of another page or site is ignored.
            for other in ["//example.org/hr", "/me"] {
                let page = try await web.send(
                    .get, "/hr/sheet/ada?month=2026-11&back=" + Address.percentEncoded(other), as: "cy", headers: .page
                ).text
                #expect(page.contains("href=\"/people\" aria-current") && !page.contains("href=\"\(other)\">Attendance"))
            }
        }
    }

    @Test func `A month's sheet names both UTC offsets if the clock changed`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let page = try await web.send(.get, "/hr/sheet/gus?month=2026-10", as: "lea", headers: .page).text
            #expect(page.contains("Europe/Berlin (UTC+02:00, later UTC+01:00)"))
        }
    }

    @Test(
        arguments: [
            ("", ["Ada Lindqvist", "Emi"], []), ("&team=Design", ["Ada Lindqvist"], ["Emi"]),
            ("&user=emi", ["Emi"], ["Ada Lindqvist"]), ("&user=Lindqvist", ["Ada Lindqvist"], ["Emi"]),
        ] as [(String, [String], [String])])
    func `The monthly sheets of a filter are on one page, each in a section of its own`(
        query: String, shown: [String], hidden: [String]
    ) async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            let page = try await web.send(.get, "/hr/sheets?month=2026-11" + query, as: "cy", headers: .page)
            #expect(page.status == .ok)
            for person in shown { #expect(page.text.contains("<dd>\(person)</dd>"), "\(person)") }
            for person in hidden { #expect(!page.text.contains("<dd>\(person)</dd>"), "\(person)") }
            let count = page.text.count(of: "<section class=\"month-sheet\">")
            #expect(query.isEmpty ? count > 4 : count == 1)
            // November has 30 days.
            #expect(page.text.count(of: "<th scope=\"row\"><span class=\"number\">") == 30 * count)
            #expect(
                page.text.contains("data-print hidden>Print</button>") && page.text.contains("<h1>Timesheets, November 2026"))
        }
    }

    @Test func `The monthly sheets of a filter name its team and the people with days without a clock-out`() async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            func sheets(_ query: String) async throws -> String {
                try await web.send(.get, "/hr/sheets?month=2026-11" + query, as: "cy", headers: .page).text
            }
            let design = try await sheets("&team=Design")
            #expect(design.contains("<title>Timesheets, November 2026 · Design"))
            #expect(design.contains("<h1>Timesheets, November 2026 <span class=\"office\">Design</span></h1>"))
            #expect(
                design.contains(
                    "These days have no clock-out. Work after their last tap does not count yet: "
                        + "<a href=\"/people/ada?month=2026-11\">Ada Lindqvist (1 day)</a></p>"))
            // Back to HR's page with the same filter.
            #expect(
                design.contains(
                    "<a href=\"/hr?from=2026-11-01&amp;to=2026-11-30&amp;team=Design\">Attendance</a>"))
            let sales = try await sheets("&team=Sales")
            #expect(sales.contains("<span class=\"office\">Sales</span>") && !sales.contains("class=\"problem\""))
            #expect(try await !sheets("").contains("class=\"office\""))
        }
    }

    @Test func `The monthly sheets have the same content as the sheet of one person`() async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            let one = try await web.send(.get, "/hr/sheet/ada?month=2026-11", as: "cy", headers: .page).text
            let all = try await web.send(.get, "/hr/sheets?month=2026-11", as: "cy", headers: .page).text
            for page in [one, all] { #expect(page.contains("<strong>8:00</strong>") && page.contains("clock-out missing")) }
            let lines = try #require(one.split(separator: "<tbody>").last?.split(separator: "</tbody>").first)
            #expect(lines.contains("<span class=\"number\">19</span> Thu") && all.contains(String(lines)))
            #expect(one.contains("data-print hidden>Print</button>"))
        }
    }

    @Test(arguments: [
        ("cy", HTTPResponse.Status.ok), ("lea", .ok), ("ada", .forbidden), ("bo", .forbidden), ("flo", .forbidden),
    ])
    func `The monthly sheets are for HR and administrators`(user: String, status: HTTPResponse.Status) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            #expect(try await web.send(.get, "/hr/sheets?month=2026-11", as: user).status == status)
            #expect(try await web.send(.get, "/hr/sheets?month=2026-11&office=Other%20Office", as: "cy").status == .forbidden)
            #expect(try await web.send(.get, "/hr/sheets?month=November", as: "cy").status == .badRequest)
        }
    }

    @Test(arguments: [
        ("", "cy * monthly sheet"), ("&user=ada,Emi", "cy ada monthly sheet;cy emi monthly sheet"),
        ("&team=Sales&purpose=Payroll", "cy emi Payroll"),
    ])
    func `The monthly sheets are logged as an access before they are shown`(query: String, noted: String) async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            let sheets = "/hr/sheets?month=2026-11" + query
            #expect(try await web.send(.get, sheets, as: "cy").status == .ok)
            let entries = try await web.office.value(
                """
                select string_agg(reader.user_name || ' ' || coalesce(person.user_name, '*') || ' ' || purpose, ';'
                                  order by person.user_name)
                  from access_log join person as reader on reader.id = reader_id left join person on person.id = person_id
                """)
            #expect(entries == noted)
            let ada = try await web.office.store.people.person(userName: "ada").id
            #expect(try await web.office.store.audit.accesses(to: ada).count == (query.contains("Sales") ? 0 : 1))
            try await web.office.execute("alter table access_log add check (purpose = 'none') not valid")
            let refused = try await web.send(.get, sheets, as: "cy", headers: .page)
            #expect(refused.status == .internalServerError && !refused.text.contains("Lindqvist"))
        }
    }

    @Test func `More than 200 monthly sheets are refused, and no access is logged`() async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            try await web.office.execute(
                """
                insert into person (user_name, display_name, office_id)
                select 'p' || n, 'Person ' || n, \(web.office.office) from generate_series(1, 200) as n
                """)
            try await web.office.execute("truncate access_log")
            let page = try await web.send(.get, "/hr/sheets?month=2026-11", as: "cy", headers: .page)
            #expect(page.status == .unprocessableContent && page.text.contains("These are more than 200 timesheets."))
            #expect(try await web.office.value("select count(*)::text from access_log") == "0")
            #expect(try await web.send(.get, "/hr/sheets?month=2026-11&team=Design", as: "cy").status == .ok)
        }
    }

    @Test func `A month's calendar links each day to the list`() async throws {
        try await `Attendance page`.withAWeek { (web) async throws in
            let page = try await web.send(.get, "/me?month=2026-11&view=calendar", as: "ada", headers: .page).text
            #expect(page.contains("href=\"/me?month=2026-11&amp;day=2026-11-19#day-2026-11-19\""))
            #expect(page.contains("aria-label=\"Thursday 19 November, worked 8:00, break 1:00\""))
            #expect(page.contains("aria-label=\"Wednesday 18 November, worked 0:00, clock-out missing\""))
            #expect(page.contains("<th scope=\"col\">Mon<span class=\"unseen\">day</span></th>"))
            #expect(page.contains("view=calendar#days\" rel=\"prev\""))
            #expect(page.contains("“!” marks a day that needs a correction"))
            #expect(!page.contains("class=\"day-span\""))
            let list = try await web.send(.get, "/people/ada?month=2026-11", as: "bo", headers: .page).text
            #expect(
                list.contains("href=\"/people/ada?month=2026-11&amp;view=calendar#days\"")
                    && list.contains("class=\"day-span\""))
        }
    }

    /// November 2026 begins on a Sunday, February 2027 is four whole weeks.
    @Test(arguments: [("2026-11-01", 6, 30), ("2027-02-01", 4, 28), ("2026-06-01", 5, 30), ("2024-02-01", 5, 29)])
    func `A month's calendar has weeks from Monday to Sunday`(first: String, weeks: Int, days: Int) throws {
        let month = try #require(CivilDate(text: first)).month
        let calendar = MonthCalendar([], of: month, today: month.lowerBound, home: 1) { _ in "" }
        #expect(calendar.weeks.count == weeks)
        #expect(calendar.weeks.allSatisfy { $0.days.count == 7 })
        let numbers = calendar.weeks.flatMap(\.days).compactMap(\.number)
        #expect(numbers == (1...days).map { "\($0)" })
        #expect(calendar.weekdays.map(\.short) == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
        #expect(calendar.weeks[0].days.first { $0.number != nil }?.isToday == true)
    }
}

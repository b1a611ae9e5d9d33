@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import JSON
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Hours on My record` {
    private static let schedule: JSONValue = [
        "type": "schedule", "name": "full", "from": "2020-01-01", "anchor": "2024-01-01",
        "days": [28800, 28800, 28800, 28800, 28800, 0, 0],
    ]

    private static func terms(of office: OfficeID) -> JSONValue {
        [
            "type": "terms", "scope": "office", "of": .string("\(office)"), "from": "2026-11-16", "schedule": "full",
            "calendars": ["fairs"], "rules": ["de", "schedule"],
        ]
    }

    private static func append(_ facts: [JSONValue], _ web: TestWeb) async throws {
        #expect(try await web.office.store.hours.append(facts.map { NewFact($0) }, by: nil) == .appended)
    }

    /// Ada began on Monday. She worked 9:30 without a break, had a holiday on Tuesday, is missing on Wednesday and worked eight
    /// hours on Thursday, when two hours were added to her balance. Today is Friday, and she is at work.
    static func withAWeek(_ body: (TestWeb) async throws -> Void) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            func at(_ daysAgo: Int64, _ minutesAfterNine: Int64) -> Instant {
                TestOffice.noon + .seconds(-daysAgo * 86_400 - 3 * 3600 + minutesAfterNine * 60)
            }
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: at(4, 0), desk: "6F-A1"),
                TestOffice.submission("ada", .end, at: at(4, 9 * 60 + 30)),
                TestOffice.submission("ada", .start, at: at(1, 0), desk: "6F-A1"),
                TestOffice.submission("ada", .end, at: at(1, 8 * 60)),
                TestOffice.submission("ada", .start, at: at(0, 0), desk: "6F-A1"),
            ])
            try await body(web)
        }
    }

    static func addTerms(_ web: TestWeb) async throws {
        let ada = JSONValue.string("\(try await web.office.store.people.person(userName: "ada").id)")
        try await append(
            [
                schedule, terms(of: web.office.office),
                ["type": "employment", "user": ada, "from": "2026-11-16", "office": .string("\(web.office.office)")],
                ["type": "holiday", "calendar": "fairs", "date": "2026-11-17", "name": "Fair <1>"],
                ["type": "adjustment", "user": ada, "date": "2026-11-19", "s": 7200],
            ], web)
    }

    @Test func `The page has the balance until yesterday, the difference of each day and the sums`() async throws {
        try await Self.withAWeek { (web) async throws in
            try await Self.addTerms(web)
            let page = try await web.send(.get, "/me?month=2026-11", as: "ada", headers: .page).text
            for text in [
                "<main class=\"sheet record with-hours\">",
                // +1:30 on Monday, -8:00 on Wednesday, +2:00 adjusted. Friday is not in it.
                "<div><dt>Balance until yesterday</dt><dd>-4:30</dd></div>",
                // The target of the week is 40:00, of which the holiday takes 8:00.
                "<dt>Today</dt><dd>0:00 of 8:00</dd>", "<dt>This week</dt><dd>17:30 of 32:00</dd>",
                // The week.
                "<th scope=\"col\" class=\"time\">Difference</th>",
                "<td class=\"time difference\">+1:30</td>", "<td class=\"time difference\">0:00</td>",
                "<td class=\"time difference\">-8:00</td>", "<span class=\"where\">target 8:00</span>",
                "<tr class=\"owed\"><th scope=\"row\" colspan=\"4\">"
                    + "Target until yesterday 32:00, Credited 8:00, Adjustments +2:00</th>"
                    + "<td class=\"time difference\"><strong>-6:30</strong></td></tr>",
                // The month.
                "<div><dt>Target until yesterday</dt><dd>32:00</dd></div>", "<div><dt>Credited</dt><dd>8:00</dd></div>",
                "<div><dt>Difference until yesterday</dt><dd>-6:30</dd></div>",
                "<div><dt>Adjustments</dt><dd>+2:00</dd></div>",
                // The days, also those without a tap.
                "<details class=\"day plain\" id=\"day-2026-11-17\">", "<span class=\"day-span\">Fair &lt;1&gt;</span>",
                "<details class=\"day plain\" id=\"day-2026-11-18\">", "<span class=\"flag\">No time counted</span>",
                "<span class=\"flag\">Adjustment +2:00</span>",
                "<span class=\"unseen\">Difference </span>+1:30</span>",
                // A warning with its rule.
                "<span class=\"flag\">Break 0 of 45 min</span>",
                "<li>Break 0 of 45 min <button type=\"button\" class=\"help\" popovertarget=\"rule-2026-11-16-de-break_short\" "
                    + "aria-label=\"Rule: Break 0 of 45 min\">?</button>",
                "(ArbZG § 4).",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            // Latest first. Days to come and free days are not in the list.
            let days = page.matches(of: /<details class="day[a-z ]*" id="day-2026-11-(\d\d)"/).map { String($0.1) }
            #expect(days == ["20", "19", "18", "17", "16"])
            // No warning is urgent.
            #expect(!page.contains("data-urgent=\"true\">No time counted"))
        }
    }

    @Test func `A later week and month have the planned targets and holidays`() async throws {
        try await Self.withAWeek { (web) async throws in
            try await Self.addTerms(web)
            try await Self.append(
                [["type": "holiday", "calendar": "fairs", "date": "2027-02-03", "name": "Winter fair"]], web)
            let week = try await web.send(.get, "/me?week=2027-02-01", as: "ada", headers: .page).text
            #expect(week.contains("<span class=\"where\">target 8:00</span>") && week.contains("Winter fair"))
            let month = try await web.send(.get, "/me?month=2027-02&view=calendar", as: "ada", headers: .page).text
            #expect(month.contains("<span class=\"remark\">Winter fair</span>"))
            for page in [week, month] { #expect(page.contains("<dt>Balance until yesterday</dt><dd>-4:30</dd>")) }
            // No days are derived for centuries.
            #expect(try await web.send(.get, "/me?month=2199-12", as: "ada", headers: .page).status == .ok)
        }
    }

    @Test func `The time to work today and this week is the same beside an earlier month`() async throws {
        try await Self.withAWeek { (web) async throws in
            try await Self.addTerms(web)
            let page = try await web.send(.get, "/me?month=2026-10", as: "ada", headers: .page).text
            #expect(page.contains("<dt>Today</dt><dd>0:00 of 8:00</dd>"))
            #expect(page.contains("<dt>This week</dt><dd>17:30 of 32:00</dd>"))
        }
    }

    @Test func `A manager sees the balance of the person in the head of the page`() async throws {
        try await Self.withAWeek { (web) async throws in
            try await Self.addTerms(web)
            let page = try await web.send(.get, "/people/ada?month=2026-11", as: "bo", headers: .page).text
            #expect(page.contains("<p>Balance until yesterday <strong>-4:30</strong></p>"))
            #expect(page.contains("id=\"day-2026-11-18\"") && page.contains("<dd>-6:30</dd>"))
            var headers = HTTPFields.page
            headers[.acceptLanguage] = "ja"
            let japanese = try await web.send(.get, "/people/ada?month=2026-11", as: "bo", headers: headers).text
            #expect(japanese.contains("昨日までの過不足時間の累計 <strong>-4:30</strong>") && japanese.contains("休憩0分（必要45分）"))
        }
    }

    @Test func `The calendar has the difference and the remarks of each day, and links to days without a tap`() async throws {
        try await Self.withAWeek { (web) async throws in
            try await Self.addTerms(web)
            let page = try await web.send(.get, "/me?month=2026-11&view=calendar", as: "ada", headers: .page).text
            #expect(page.contains("aria-label=\"Monday 16 November, worked 9:30, Difference +1:30, Break 0 of 45 min"))
            #expect(page.contains("<span class=\"difference\">+1:30</span>"))
            #expect(page.contains("href=\"/me?month=2026-11&amp;day=2026-11-18#day-2026-11-18\""))
            #expect(page.contains("<span class=\"remark\">Fair &lt;1&gt;</span>"))
        }
    }

    @Test func `The timesheet has target, credit and difference, and the balance at its end`() async throws {
        try await Self.withAWeek { (web) async throws in
            try await Self.addTerms(web)
            let one = try await web.send(.get, "/hr/sheet/ada?month=2026-11", as: "cy", headers: .page).text
            let list = try await web.send(.get, "/hr/sheets?month=2026-11&user=ada", as: "cy", headers: .page).text
            let team = try await web.send(.get, "/my-team/sheets?month=2026-11", as: "bo", headers: .page).text
            for page in [one, list, team] {
                for text in [
                    "<table class=\"month with-hours\">", "<th scope=\"col\" class=\"time owed\">Target until yesterday</th>",
                    "<th scope=\"col\" class=\"time difference\">Difference until yesterday</th>",
                    "<td class=\"time\">9:30</td><td class=\"time owed\">8:00</td><td class=\"time\"></td>"
                        + "<td class=\"time difference\">+1:30</td>",
                    "<td class=\"time owed\">8:00</td><td class=\"time\">8:00</td><td class=\"time difference\">0:00</td>"
                        + "<td class=\"remarks\">Fair &lt;1&gt;</td>",
                    "<td class=\"time difference\">0:00</td><td class=\"remarks\">Adjustment +2:00</td>",
                    "<td class=\"time owed\">32:00</td><td class=\"time\">8:00</td><td class=\"time difference\">-6:30</td>",
                    "<tr class=\"balance\"><th scope=\"row\" colspan=\"7\">Balance at the end of 19 Nov 2026</th>"
                        + "<td class=\"time difference\"><strong>-4:30</strong></td>"
                        + "<td class=\"remarks\">Balance before 0:00; Adjustments +2:00</td></tr>",
                ] {
                    #expect(page.contains(text), "\(text)")
                }
                // Warnings are not on a sheet to sign.
                #expect(!page.contains("No time counted"))
            }
            // A month before the terms.
            let october = try await web.send(.get, "/hr/sheet/ada?month=2026-10", as: "cy", headers: .page).text
            #expect(october.contains("<table class=\"month\">") && !october.contains("class=\"time owed\""))
        }
    }

    /// The page without what each view makes anew.
    private static func page(_ address: String, _ user: String, _ web: TestWeb) async throws -> String {
        try await web.send(.get, address, as: user, headers: .page).text
            .replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "ID")
    }

    @Test func `For a person to whom no schedule applies, the pages have the same bytes as without any`() async throws {
        try await Self.withAWeek { (web) async throws in
            let pages = [("/me?month=2026-11", "ada"), ("/me?month=2026-11&view=calendar", "ada")]
            var before: [String] = []
            for (address, user) in pages { before.append(try await Self.page(address, user, web)) }
            // The schedule is of the other office.
            let other = try await web.office.store.offices.office(named: "Other Office").id
            try await Self.append([Self.schedule, Self.terms(of: other)], web)
            for ((address, user), page) in zip(pages, before) {
                #expect(try await Self.page(address, user, web) == page, "\(address)")
                for text in ["<main class=\"sheet record\">", "<h2 id=\"days\">"] { #expect(page.contains(text)) }
                for text in [
                    "with-hours", "day-difference", "class=\"time difference\"", ">Difference", "day plain", "Balance",
                    ">Target", "target 8:00", "Credited", "day-warnings", "class=\"owed\"", "No time counted",
                    "</td><td></td></tr>",
                ] {
                    #expect(!page.contains(text), "\(text) on \(address)")
                }
            }
            #expect(before[0].contains("<details class=\"day\" id=\"day-"))
            for address in ["/hr/sheet/ada?month=2026-11", "/hr/sheets?month=2026-11&user=ada"] {
                let sheet = try await Self.page(address, "cy", web)
                #expect(sheet.contains("<table class=\"month\">"))
                for text in ["with-hours", "time owed", "time difference", "Balance", "class=\"balance\""] {
                    #expect(!sheet.contains(text), "\(text) on \(address)")
                }
            }
        }
    }

    @Test func `The record of the API has no hours`() async throws {
        try await Self.withAWeek { (web) async throws in
            try await Self.addTerms(web)
            let record = try await web.send(.get, "/api/records/ada?from=2026-11-16&to=2026-11-19", as: "ada").text
            #expect(record.contains("2026-11-16") && !record.contains("target") && !record.contains("balance"))
            #expect(!record.contains("2026-11-17\""))
        }
    }
}

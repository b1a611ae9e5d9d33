@testable import AttendanceStore
@testable import AttendanceWeb
@testable import Localization

import Attendance
import Foundation
import HTTPTypes
import Hours
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.inEnglish) struct `Columns of balances` {
    private func date(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }

    @Test(arguments: [
        ("2026-02-01", "2026-02-28", ["Target", "Difference", "Balance at the end of 28 Feb 2026"], true),
        ("2026-03-09", "2026-03-09", ["Target", "Difference", "Balance at the end of 9 Mar 2026"], true),
        (
            "2026-03-01", "2026-03-31",
            ["Target until yesterday", "Difference until yesterday", "Balance until yesterday"], true
        ),
        (
            "2026-03-10", "2026-03-10",
            ["Target until yesterday", "Difference until yesterday", "Balance until yesterday"], false
        ),
    ])
    func `Their names are those of My record and of timesheets`(
        first: String, last: String, names: [String], hasDifferences: Bool
    ) throws {
        let (period, today) = (try date(first)...(try date(last)), try date("2026-03-10"))
        let summary = BalanceSummary(minutes: ShownMinutes(target: 480, worked: 360, credited: 61), balance: 29)
        let columns = try #require(BalanceColumns([1: summary], in: period, today: today))
        #expect([columns.targetName, columns.differenceName, columns.balanceName] == names)
        #expect(columns.hasDifferences == hasDifferences && columns.hasCredits == hasDifferences)
        let texts = try #require(columns.texts(of: 1))
        #expect(texts.target == "8:00" && texts.credited == "1:01" && texts.difference == "-0:59" && texts.balance == "0:00")
        #expect(columns.texts(of: 2) == nil && BalanceColumns([:], in: period, today: today) == nil)
    }

    @Test func `Their sums are those of the people's minutes`() throws {
        let day = try date("2026-03-09")
        let summary = BalanceSummary(minutes: ShownMinutes(target: 61, worked: 122, credited: 0), balance: 0)
        let columns = try #require(BalanceColumns([1: summary, 2: summary], in: day...day, today: day.adding(days: 1)))
        let sums = columns.sums(of: [1, 2, 3])
        #expect(sums.target == "2:02" && sums.credited == "0:00" && sums.difference == "+2:02" && !columns.hasCredits)
    }

    @Test(
        arguments: [
            (.over, 20, 72_029, false), (.over, 20, 72_030, true), (.over, 0, 60, true),
            (.over, 0, 0, false), (.under, 20, -72_030, false), (.under, 20, -72_031, true), (.under, 0, -60, true),
            (.under, 20, 72_060, false), (.either, 20, 72_030, true), (.either, 20, -72_031, true),
            (.either, 20, 72_029, false), (.either, 20, -72_030, false),
        ] as [(BalanceLimit.Side, Int64, Int64, Bool)])
    func `A limit is compared with the balance as it is shown`(
        side: BalanceLimit.Side, hours: Int64, balance: Int64, isPassed: Bool
    ) {
        #expect(BalanceLimit(side, hours: hours).isPassed(by: balance) == isPassed)
    }

    @Test(
        arguments: [
            ("balance=over&hours=5", BalanceLimit(.over, hours: 5)), ("balance=under", BalanceLimit(.under, hours: 10)),
            ("balance=either&hours=8", BalanceLimit(.either, hours: 8)),
            ("balance=&hours=5", nil), ("hours=5", nil), ("", nil),
        ] as [(String, BalanceLimit?)])
    func `A limit is read from the address and written to it`(query: String, limit: BalanceLimit?) throws {
        let choice = try AttendanceChoice(query: query, today: try date("2026-03-10"))
        #expect(choice.limit == limit)
        let again = try AttendanceChoice(
            query: String(choice.address.drop { $0 != "?" }.dropFirst()), today: choice.period.upperBound)
        #expect(again == choice)
    }

    @Test(arguments: ["balance=both&hours=5", "balance=over&hours=", "balance=over&hours=1.5", "balance=over&hours=-1"])
    func `A wrong limit is refused`(query: String) throws {
        #expect(throws: WebError.self) { try AttendanceChoice(query: query, today: try date("2026-03-10")) }
    }

    @Test func `The work of a summary is that of all its days, also if it is derived in parts`() throws {
        let first = try date("2026-11-01")
        let period = first.adding(days: 3)...first.adding(days: 5)
        let rows = (0..<8 as Range<Int64>).map { day in
            var row = DailyRow(key: DailyRow.Key(date: first.adding(days: day), office: 1))
            row.workedSeconds = 3600 + day
            return row
        }
        func summary(_ rows: ArraySlice<DailyRow>) -> AttendanceSummary {
            let record = PeriodRecord(
                person: 1, userName: "ada", displayName: "Ada", rows: Array(rows), sessions: [], unmatchedTaps: [])
            return AttendanceSummary(Array(rows), in: period, work: PersonWork(of: record))
        }
        let whole = try #require(summary(rows[...]).work?.days(until: first.adding(days: 7)))
        #expect(whole.map(\.worked) == Array(3600...3607))
        for cut in 0...rows.count {
            var parts = summary(rows[..<cut])
            parts.add(summary(rows[cut...]))
            #expect(parts == summary(rows[...]))
        }
    }
}

/// It is noon on Tuesday 10 March 2026. Ada and Bo have full time since Monday: Ada worked nine hours then, and Bo six. Bo was paid
/// 20 hours. No schedule applies to Cy, and Lea is not employed yet.
@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Balances in lists of people` {
    private static let noon = `Hours of a person`.noon
    private static let march = "/hr?from=2026-03-01&to=2026-03-31"

    private func withBalances(_ body: (TestWeb) async throws -> Void) async throws {
        try await `Hours of a person`.withSchedule { web in
            try await `Hours of a person`.record(
                web,
                [
                    #"{"type": "employment", "user": "3", "from": "2026-03-09", "office": "1"}"#,
                    #"{"type": "terms", "scope": "person", "of": "3", "from": "2026-01-01", "schedule": null}"#,
                    #"{"type": "adjustment", "user": "2", "date": "2026-03-09", "s": -72000, "reason": "payout"}"#,
                ])
            let nine = Self.noon - .seconds(27 * 3600)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: nine, desk: "6F-A1"),
                TestOffice.submission("bo", .start, at: nine, desk: "6F-A2"),
                TestOffice.submission("ada", .pause, at: nine + .seconds(3 * 3600)),
                TestOffice.submission("ada", .start, at: nine + .seconds(4 * 3600), desk: "6F-A1"),
                TestOffice.submission("bo", .end, at: nine + .seconds(6 * 3600)),
                TestOffice.submission("ada", .end, at: nine + .seconds(10 * 3600)),
            ])
            try await body(web)
        }
    }

    private func show(_ web: TestWeb, _ address: String, as user: String = "cy") async throws -> String {
        let answer = try await web.send(.get, address, as: user, headers: .page)
        #expect(answer.status == .ok, "\(address)")
        return answer.text
    }

    private func totals(_ page: String) throws -> String {
        String(try #require(page.split(separator: "id=\"totals\"").last?.split(separator: "</section>").first))
    }

    /// The texts of a person's cells with numbers; a cell with issues is left out.
    private func cells(of user: String, in page: String) throws -> [String] {
        let line = try #require(
            try totals(page).split(separator: "<tr id=\"person-\(user)\"").last?.split(separator: "</tr>").first)
        return line.matches(of: /<td class="(?:time|time owed|time balance)">(?:<a [^>]*>)?([^<]*)/).map { String($0.1) }
    }

    private func order(_ page: String) throws -> [String] {
        try totals(page).split(separator: "<tr id=\"person-").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    @Test func `Attendance shows target, difference and balance of each person to whom a schedule applies`() async throws {
        try await withBalances { web in
            let page = try await show(web, Self.march)
            for name in ["Target", "Difference"] { #expect(page.contains("#totals\">\(name) until yesterday</a></th>")) }
            #expect(page.contains("#totals\">Balance until yesterday</a></th>"))
            // Work, breaks, the three columns, days and issues.
            #expect(try cells(of: "ada", in: page) == ["9:00", "1:00", "8:00", "+1:00", "+1:00", "1", ""])
            #expect(try cells(of: "bo", in: page) == ["6:00", "0:00", "8:00", "-2:00", "-22:00", "1", ""])
            for user in ["cy", "lea"] {
                #expect(try cells(of: user, in: page) == ["0:00", "0:00", "", "", "", "0", ""], "\(user)")
            }
            let link = "<a href=\"/people/ada?month=2026-03\" aria-label=\"Balance of Ada Lindqvist: +1:00\">+1:00</a>"
            #expect(page.contains("<td class=\"time balance\">\(link)</td>"))
            // The record explains it, and leads to the hours.
            let record = try await show(web, "/people/ada?month=2026-03")
            #expect(record.contains("href=\"/hr/people/ada/hours\""))
            // A period that ends later leads to this month.
            #expect(try await show(web, "/hr?from=2026-03-01&to=2026-05-31").contains(link))
            let sums = "<td class=\"time owed\">16:00</td><td class=\"time owed\">-1:00</td><td class=\"time balance\"></td>"
            #expect(page.split(separator: "<tfoot>").last?.contains(sums) == true)
            var headers = HTTPFields.page
            headers[.acceptLanguage] = "ja"
            let japanese = try await web.send(.get, Self.march, as: "cy", headers: headers).text
            #expect(japanese.contains(">昨日までの過不足時間の累計</a></th>") && japanese.contains(">超過（＋）</option>"))
        }
    }

    @Test func `Credited time has a column if somebody in the list has some`() async throws {
        try await withBalances { web in
            let without = try await show(web, Self.march)
            #expect(try !totals(without).contains("Credited"))
            try await `Hours of a person`.record(
                web,
                [
                    #"{"type": "kind", "kind": "leave", "from": "2026-01-01", "credit": "full", "rank": 10}"#,
                    #"{"type": "absence", "user": "2", "kind": "leave", "from": "2026-03-09", "to": "2026-03-09", "part": "hours", "s": 7200}"#,
                ])
            let page = try await show(web, Self.march + "&sort=-credited")
            #expect(try cells(of: "ada", in: page) == ["9:00", "1:00", "8:00", "0:00", "+1:00", "+1:00", "1", ""])
            #expect(try cells(of: "bo", in: page) == ["6:00", "0:00", "8:00", "2:00", "0:00", "-20:00", "1", ""])
            #expect(try order(page).first == "bo" && totals(page).contains(">Credited"))
            let sums =
                "<td class=\"time owed\">16:00</td><td class=\"time owed\">2:00</td><td class=\"time owed\">+1:00</td>"
            #expect(page.split(separator: "<tfoot>").last?.contains(sums) == true)
        }
    }

    @Test func `A past period has the balance at its end, and a period without a day that counts only balances`() async throws {
        try await withBalances { web in
            try await `Hours of a person`.record(
                web, [#"{"type": "employment", "user": "2", "from": "2026-03-10", "office": null}"#])
            let monday = try await show(web, "/hr?from=2026-03-09&to=2026-03-09")
            #expect(monday.contains(">Target</a></th>") && monday.contains(">Balance at the end of 9 Mar 2026</a></th>"))
            #expect(try cells(of: "bo", in: monday) == ["09:00", "15:00", "6:00", "0:00", "8:00", "-2:00", "-22:00", "1", ""])
            let today = try await show(web, "/hr?from=2026-03-10&to=2026-03-10")
            #expect(!today.contains("Target until yesterday") && today.contains(">Balance until yesterday</a></th>"))
            #expect(try cells(of: "ada", in: today) == ["", "", "0:00", "0:00", "+1:00", "0", ""])
            // Bo has left.
            #expect(try cells(of: "bo", in: today) == ["", "", "0:00", "0:00", "", "0", ""])
        }
    }

    @Test(arguments: [
        ("-balance", ["ada", "bo", "cy", "lea"]), ("balance", ["bo", "ada", "cy", "lea"]),
        ("difference", ["bo", "ada", "cy", "lea"]), ("-target", ["ada", "bo", "cy", "lea"]),
    ])
    func `Attendance is sorted by balance, with people without one at the end`(sort: String, users: [String]) async throws {
        try await withBalances { web in
            let page = try await show(web, Self.march + "&sort=" + sort)
            #expect(try order(page) == users)
            #expect(try totals(page).count(of: "aria-sort=") == 1)
        }
    }

    @Test func `HR limits the totals to people over or under an amount, and the exports keep all`() async throws {
        try await withBalances { web in
            let over = try await show(web, Self.march + "&sort=-worked&balance=over&hours=0")
            #expect(try order(over) == ["ada"] && over.contains("All 1</th><td class=\"time\">9:00</td>"))
            #expect(
                over.contains("<option value=\"over\" selected>over +</option>") && over.contains("name=\"hours\" value=\"0\""))
            #expect(over.contains("<input type=\"hidden\" name=\"sort\" value=\"-worked\">"))
            #expect(over.contains("Export <span class=\"count\">March 2026 · 4 people</span>"))
            #expect(try order(try await show(web, Self.march + "&balance=under&hours=21")) == ["bo"])
            #expect(try order(try await show(web, Self.march + "&balance=either&hours=0")) == ["ada", "bo"])
            #expect(try await show(web, Self.march).contains("name=\"hours\" value=\"10\""))
            let nobody = try await show(web, Self.march + "&balance=under&hours=22")
            #expect(nobody.contains("No people match this filter.") && nobody.contains("<select name=\"balance\">"))
            #expect(try order(try await show(web, Self.march + "&balance=&hours=20")).count == 4)
            let refused = try await web.send(.get, Self.march + "&balance=over&hours=x", as: "cy", headers: .page)
            #expect(refused.status == .badRequest && refused.text.contains("must be a whole number from 0 to 9999."))
        }
    }

    /// The totals of the days until 9 March are in memory before.
    @Test func `The first schedule applies to days that were shown before`() async throws {
        try await TestWeb.with(clock: TickingClock(Self.noon)) { (web) async throws in
            let nine = Self.noon - .seconds(8 * 86_400 + 3 * 3600)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: nine, desk: "6F-A1"),
                TestOffice.submission("ada", .end, at: nine + .seconds(8 * 3600)),
            ])
            #expect(try await !show(web, Self.march, as: "lea").contains("with-balances"))
            try await `Hours of a person`.record(
                web,
                [
                    #"{"type": "schedule", "name": "Full time", "from": "2026-01-01", "anchor": "2024-01-01", "days": [28800, 28800, 28800, 28800, 28800, 0, 0]}"#,
                    #"{"type": "terms", "scope": "office", "of": "1", "from": "2026-01-01", "schedule": "Full time"}"#,
                    #"{"type": "employment", "user": "1", "from": "2026-03-02", "office": "1"}"#,
                ])
            let page = try await show(web, Self.march, as: "lea")
            #expect(try cells(of: "ada", in: page) == ["8:00", "0:00", "48:00", "-40:00", "-40:00", "1", ""])
        }
    }

    /// Bo manages Ada, Cy and Ines, who has full time and did not work yet.
    private func withTeam(_ web: TestWeb, _ body: () async throws -> Void) async throws {
        let store = web.office.store
        let ines = try await store.people.addPerson(
            userName: "ines", displayName: "Ines Carvalho", role: .employee, office: web.office.office)
        let team = try await store.teams.addTeam("Design", in: web.office.office)
        try await store.people.assign([1, 3, ines], to: team)
        try await store.people.setManager(2, of: team, to: true)
        try await body()
    }

    private func members(_ page: String) throws -> [String] {
        let list = try #require(page.split(separator: "<table class=\"members\"").last?.split(separator: "</table>").first)
        return list.matches(of: /<th scope="row"><a href="\/people\/([a-z]+)">/).map { String($0.1) }
    }

    @Test func `My team shows who is over and who is under, and sorts by it`() async throws {
        try await withBalances { web in
            try await withTeam(web) {
                let ines = try await web.office.store.people.person(userName: "ines").id
                try await `Hours of a person`.record(
                    web, [#"{"type": "employment", "user": "\#(ines)", "from": "2026-03-09", "office": "1"}"#])
                let team = try await show(web, Address.team, as: "bo")
                #expect(team.contains("<th scope=\"col\" class=\"time owed\">Difference until yesterday</th>"))
                #expect(team.contains("<th scope=\"col\" class=\"time balance\">Balance until yesterday</th>"))
                func line(_ difference: String, _ balance: String) -> String {
                    // Phones have no heading.
                    "<td class=\"time owed\"><span class=\"phone-only\">Difference </span>\(difference)</td>"
                        + "<td class=\"time balance\"><span class=\"phone-only\">Balance </span>\(balance)</td>"
                }
                #expect(team.contains(line("+1:00", "+1:00")) && team.contains(line("-8:00", "-8:00")))
                #expect(team.count(of: "<td class=\"time owed\"></td><td class=\"time balance\"></td>") == 1)
                #expect(team.contains("<a href=\"/my-team#people\" aria-current=\"true\">by person</a>"))
                #expect(team.contains("<a href=\"/my-team?sort=-balance#people\">by highest balance</a>"))
                for (sort, users) in [
                    ("", ["ada", "cy", "ines"]), ("?sort=-balance", ["ada", "ines", "cy"]),
                    ("?sort=balance", ["ines", "ada", "cy"]),
                ] {
                    #expect(try members(try await show(web, Address.team + sort, as: "bo")) == users, "\(sort)")
                }
                // Nobody was employed in the last week.
                let last = try await show(web, Address.team + "?week=last&sort=balance", as: "bo")
                #expect(!last.contains("time balance") && !last.contains("by highest") && !last.contains("/my-team/warnings"))
                #expect(team.contains("<span class=\"row\"><a class=\"act\" href=\"/my-team/warnings\">Warnings</a>"))
            }
        }
    }

    @Test func `Where no schedule applies, the lists stay as they are`() async throws {
        try await TestWeb.with(clock: TickingClock(Self.noon)) { (web) async throws in
            let quay = try await web.office.store.offices.addOffice(name: "Quay", timeZone: TestOffice.timeZone)
            try await withTeam(web) {
                func lists() async throws -> [String] {
                    let team = try await show(web, Address.team, as: "bo").split(separator: "id=\"list\"").last
                    return [
                        try totals(try await show(web, Self.march)),
                        String(try #require(team?.split(separator: "</section>").first)),
                    ]
                }
                let before = try await lists()
                try await `Hours of a person`.record(
                    web,
                    [
                        #"{"type": "schedule", "name": "Full time", "from": "2026-01-01", "anchor": "2024-01-01", "days": [28800, 28800, 28800, 28800, 28800, 0, 0]}"#,
                        #"{"type": "terms", "scope": "office", "of": "\#(quay)", "from": "2026-01-01", "schedule": "Full time"}"#,
                        #"{"type": "employment", "user": "1", "from": "2026-03-09", "office": "1"}"#,
                    ])
                #expect(try await lists() == before)
                #expect(try await !show(web, Self.march).contains("/hr/warnings"))
                #expect(try await !show(web, Self.march).contains("/hr/opening-balances"))
                #expect(try await !show(web, Address.team, as: "bo").contains("/my-team/warnings"))
                #expect(before[0].contains("<table class=\"totals\">") && before[1].contains("<table class=\"members\""))
            }
        }
    }
}

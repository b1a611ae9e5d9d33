import Attendance
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@testable import AttendanceStore
@testable import AttendanceWeb

/// Ada of Bo's team and Emi of Flo's forgot to clock out on Wednesday 18 November. Cy is HR. It is Friday noon.
@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Questions for clock-outs` {
    private static let list = "/hr?from=2026-11-01&to=2026-11-30"
    private static let nine = TestOffice.noon - .seconds(2 * 86_400 + 3 * 3600)

    private func withForgotten(_ body: (TestWeb) async throws -> Void) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: Self.nine, desk: "6F-A1"),
                TestOffice.submission("emi", .start, at: Self.nine, desk: "6F-A3"),
            ])
            try await body(web)
        }
    }

    private func page(_ web: TestWeb, _ address: String, as user: String) async throws -> String {
        try await web.send(.get, address, as: user, headers: .page).text
    }

    private func address(_ user: String, on day: String = "2026-11-18", _ web: TestWeb) -> String {
        "/people/\(user)/ask-for-clock-out?day=\(day)&office=\(web.office.office)"
    }

    private func hasButton(_ page: String, for user: String, on day: String = "2026-11-18", _ web: TestWeb) -> Bool {
        page.contains("action=\"\(address(user, on: day, web).replacing("&", with: "&amp;"))\"")
    }

    /// The user names of the people who were asked.
    private func asked(_ web: TestWeb) async throws -> String? {
        try await web.office.value(
            """
            select string_agg(user_name, ' ' order by user_name) from day_question join person on person.id = person_id
            """)
    }

    private func says(_ message: StatusMessage, _ answer: TestResponse) -> Bool {
        answer.headers.contains { $0.value.contains("desktap-done=\(message.rawValue);") }
    }

    @Test(arguments: [("cy", list), ("bo", Address.team)])
    func `A person is asked in the row, which then says when, and can be asked again a day later`(
        user: String, list: String
    ) async throws {
        try await withForgotten { (web) async throws in
            let before = try await page(web, list, as: user)
            #expect(
                hasButton(before, for: "ada", web) && before.contains(">Ask the person<span class=\"unseen\"> Ada Lindqvist,"))
            let back = list + "#attention"
            let sent = try await web.sendForm(address("ada", web), as: user, ["back": back])
            #expect(sent.status == .seeOther && sent.headers[.location] == back && says(.clockOutAsked, sent))
            let after = try await page(web, list, as: user)
            #expect(after.contains(">asked 20 Nov</span>") && !hasButton(after, for: "ada", web))
            // The clock-out can still be entered here.
            #expect(after.contains("id=\"end-person-ada-2026-11-18\""))
            let again = try await web.sendForm(address("ada", web), as: user, ["back": back])
            #expect(again.status == .seeOther && says(.nothingAsked, again))
            let asker = try await web.office.store.people.person(userName: user).displayName
            let own = try await page(web, "/me?forgotten=2026-11-18", as: "ada")
            #expect(own.contains("<p>\(asker) asked for it on 20 Nov.</p>"))
            web.clock.advance(by: DayQuestion.pause)
            let next = try await page(web, list, as: user)
            #expect(next.contains(">asked 20 Nov</span>") && hasButton(next, for: "ada", web))
            #expect(try await says(.clockOutAsked, web.sendForm(address("ada", web), as: user, [:])))
            #expect(try await page(web, list, as: user).contains(">asked 21 Nov</span>"))
        }
    }

    @Test func `HR asks for all missing clock-outs of the selection`() async throws {
        try await withForgotten { (web) async throws in
            let before = try await page(web, Self.list, as: "cy")
            #expect(before.contains(">Ask for all 2 clock-outs</button>"))
            let found = try #require(before.firstMatch(of: /action="(\/hr\/ask\?[^"]*)"/)).1
            let action = String(found).replacing("&amp;", with: "&")
            // Of one person, the button in the row is enough; rows of another kind are not asked about.
            for query in ["&user=emi", "&kind=quarantined"] {
                #expect(try await !page(web, Self.list + query, as: "cy").contains("Ask for all"))
            }
            #expect(try await web.sendForm("/hr/ask?from=2026-11-01&to=2026-11-30&user=emi", as: "cy", [:]).status == .seeOther)
            #expect(try await asked(web) == "emi")
            #expect(try await !page(web, Self.list, as: "cy").contains("Ask for all"))
            let sent = try await web.sendForm(action, as: "cy", [:])
            #expect(sent.status == .seeOther && says(.clockOutAsked, sent))
            #expect(sent.headers[.location] == action.replacing("/hr/ask", with: "/hr") + "#attention")
            #expect(try await asked(web) == "ada emi")
            #expect(try await page(web, Self.list, as: "cy").count(of: ">asked 20 Nov</span>") == 2)
            #expect(try await says(.nothingAsked, web.sendForm(action, as: "cy", [:])))
        }
    }

    @Test func `A manager asks for all missing clock-outs of the own team`() async throws {
        try await withForgotten { (web) async throws in
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: Self.nine + .seconds(86_400), desk: "6F-A1")
            ])
            #expect(try await page(web, Address.team, as: "bo").contains(">Ask for all 2 clock-outs</button>"))
            let sent = try await web.sendForm(Address.teamAsk, as: "bo", [:])
            #expect(sent.status == .seeOther && sent.headers[.location] == "/my-team#attention" && says(.clockOutAsked, sent))
            #expect(try await asked(web) == "ada ada")
            #expect(try await page(web, Address.team, as: "bo").count(of: ">asked 20 Nov</span>") == 2)
        }
    }

    @Test func `A person who has requested the clock-out is not asked for it`() async throws {
        try await withForgotten { (web) async throws in
            let fields = ["id": "\(UUID())", "kind": "end", "date": "2026-11-18", "time": "17:30", "reason": "Forgot"]
            #expect(try await web.sendForm(Address.myAsk, as: "ada", fields).status == .seeOther)
            let list = try await page(web, Self.list, as: "cy")
            #expect(!hasButton(list, for: "ada", web) && hasButton(list, for: "emi", web) && !list.contains("Ask for all"))
            #expect(try await says(.nothingAsked, web.sendForm(address("ada", web), as: "cy", [:])))
            #expect(try await web.sendForm("/hr/ask?from=2026-11-01&to=2026-11-30", as: "cy", [:]).status == .seeOther)
            #expect(try await asked(web) == "emi")
        }
    }

    @Test func `A question about a day of the last 92 days reaches the person, and there is none about an earlier day`()
        async throws
    {
        try await withForgotten { (web) async throws in
            for (user, days) in [("emi", 93), ("ada", 92)] as [(String, Int64)] {
                let start = TestOffice.noon - .seconds(days * 86_400 + 3 * 3600)
                _ = try await web.services.recorder.record([
                    TestOffice.submission(user, .start, at: start, desk: user == "emi" ? "6F-A3" : "6F-A1")
                ])
            }
            let list = try await page(web, "/hr?from=2026-08-01&to=2026-08-31", as: "cy")
            #expect(list.contains("id=\"end-person-emi-2026-08-19\""))
            #expect(hasButton(list, for: "ada", on: "2026-08-20", web) && !hasButton(list, for: "emi", on: "2026-08-19", web))
            #expect(try await page(web, "/me", as: "ada").contains(">1 day without a clock-out</span></h2>"))
            let sent = try await web.sendForm("/hr/ask?from=2026-08-01&to=2026-08-31", as: "cy", [:])
            #expect(says(.clockOutAsked, sent))
            #expect(try await says(.nothingAsked, web.sendForm(address("emi", on: "2026-08-19", web), as: "cy", [:])))
            #expect(try await asked(web) == "ada")
            #expect(try await page(web, "/me", as: "ada").contains(">2 days without a clock-out</span></h2>"))
            web.clock.advance(by: .seconds(2 * 86_400))
            let own = try await page(web, "/me?forgotten=2026-08-20", as: "ada")
            #expect(own.contains("When did you leave on Thursday 20 August?"))
        }
    }

    @Test func `Days that were asked about take no place among those that one button asks about`() async throws {
        try await withForgotten { (web) async throws in
            let people = web.office.store.people
            let (ada, cy) = (try await people.person(userName: "ada"), try await people.person(userName: "cy"))
            // 50 days in each of 20 offices.
            try await web.office.execute(
                """
                insert into day_question (person_id, office_id, day, asked_by_id, asked_at, case_id)
                select \(ada.id), office, date '2026-11-19' - day, \(cy.id), '2026-11-20 02:00Z', gen_random_uuid()
                  from generate_series(1, 20) as office, generate_series(0, 49) as day
                """)
            let last = try #require(CivilDate(text: "2026-11-19"))
            let period = last.adding(days: -49)...last
            func row(_ key: DailyRow.Key) -> DailyRow {
                var row = DailyRow(key: key)
                row.flags = .missingEnd
                return row
            }
            var rows = (0..<50 as Range<Int64>).flatMap { day in
                (1...20 as ClosedRange<Int64>).map { office in
                    row(DailyRow.Key(date: period.lowerBound.adding(days: day), office: OfficeID(office)))
                }
            }
            let unasked = DailyRow.Key(date: last, office: 21)
            rows.append(row(unasked))
            let questions = try await ClockOutQuestions(
                of: [ada.id], in: period, by: cy, web.office.store, now: TestOffice.noon)
            let choice = try AttendanceChoice(query: "from=\(period.lowerBound)&to=\(last)", today: last)
            var report = AttendanceReport(for: choice, present: [ada], in: .none, questions)
            let record = PeriodRecord(
                person: ada.id, userName: "ada", displayName: "Ada", rows: rows, sessions: [], unmatchedTaps: [])
            report.add(RecordStore.Summary(record, AttendanceSummary(rows, in: period)))
            #expect(report.urgentCount == 1001 && report.rowsToAsk.map(\.row.key) == [unasked])
        }
    }

    @Test(arguments: [
        ("gus", "/people/ada", HTTPResponse.Status.notFound), ("flo", "/people/ada", .notFound),
        ("bo", "/people/emi", .notFound),
        ("ada", "/people/ada", .forbidden), ("emi", "/people/ada", .forbidden), ("bo", Address.hrAsk, .forbidden),
        ("cy", Address.teamAsk, .forbidden), ("gus", Address.hrAsk, .seeOther),
        ("cy", Address.hrAsk + "?office=Other%20Office", .forbidden),
    ])
    func `Only managers of the team and HR of the office can ask a person`(
        user: String, place: String, status: HTTPResponse.Status
    ) async throws {
        try await withForgotten { (web) async throws in
            let isRow = place.hasPrefix("/people/")
            let target = isRow ? address(String(place.dropFirst("/people/".count)), web) : place
            #expect(try await web.sendForm(target, as: user, [:]).status == status)
            #expect(try await asked(web) == nil)
        }
    }

    @Test(arguments: ["", "?day=2026-11-18", "?day=Wednesday&office=1", "?day=2026-11-18&office=Harbour"])
    func `A question needs a day and an office`(query: String) async throws {
        try await withForgotten { (web) async throws in
            let answer = try await web.sendForm("/people/ada/ask-for-clock-out" + query, as: "cy", [:])
            #expect(answer.status == .badRequest)
        }
    }
}

@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import Hours
import JSON
import TestOffice
import Testing

@Suite(.inEnglish) struct `Forms about hours` {
    private static let today = CivilDate(daysSince1970: 20_522)  // 10 March 2026

    private static func common() throws -> CommonFacts {
        let texts = [
            #"{"type": "schedule", "name": "Full time", "from": "2026-01-01", "anchor": "2024-01-01", "days": [28800, 28800, 28800, 28800, 28800, 0, 0]}"#,
            #"{"type": "holiday", "calendar": "Tokyo", "date": "2026-05-03", "name": "Constitution Day"}"#,
        ]
        return CommonFacts(
            try texts.enumerated().map { index, text in
                Fact(
                    id: "\(index)", seq: Int64(index),
                    content: try Fact.Content(reading: try JSONValue(parsing: text.utf8)))
            })
    }

    private static func terms(_ change: (inout PersonTermsForm) -> Void) -> PersonTermsForm {
        var form = PersonTermsForm(from: today)
        form.reason = "Agreed"
        change(&form)
        return form
    }

    struct Case<Form: Sendable>: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout Form) -> Void
        var field: HoursProblem.Field?
        var sentence: String?

        init(
            _ story: String, _ field: HoursProblem.Field?, _ sentence: String,
            _ change: @escaping @Sendable (inout Form) -> Void
        ) { (testDescription, self.field, self.sentence, self.change) = (story, field, sentence, change) }
    }

    @Test(arguments: [
        Case<PersonTermsForm>("no day", .from, "Choose a day from 1 Jan 1970 to 17 Mar 2036.") {
            ($0.from, $0.schedule) = ("", "none")
        },
        Case("a day too far ahead", .from, "Choose a day from 1 Jan 1970 to 17 Mar 2036.") {
            ($0.from, $0.schedule) = ("2036-03-18", "none")
        },
        Case("nothing chosen", .schedule, "Nothing is changed.") { _ in },
        Case("an unknown schedule", .schedule, "Choose from the list.") { $0.schedule = "=Half time" },
        Case("a schedule that has not begun", .schedule, "“Full time” begins after 31 Dec 2025.") {
            ($0.from, $0.schedule) = ("2025-12-31", "=Full time")
        },
        Case("an unknown choice", .schedule, "Choose from the list.") { $0.schedule = "other" },
        Case("an unknown calendar", .calendars, "Choose from the list.") { $0.calendars = ["Osaka"] },
        Case("calendars and none", .calendars, "With own values, leave the first field at “Unchanged”.") {
            ($0.calendars, $0.calendarMode) = (["Tokyo"], "none")
        },
        Case("unknown rules", .rules, "Choose from the list.") { $0.rules = ["mars"] },
        Case("rules and those of the office", .rules, "With own values, leave the first field at “Unchanged”.") {
            ($0.rules, $0.ruleMode) = (["de"], "inherit")
        },
        Case("no hours", .carry, "Enter hours, such as 12:30 or -3:20.") { $0.carry = CarryForm(choice: "cap", most: "x") },
        Case("no limit", .carry, "Enter hours, such as 12:30 or -3:20.") { $0.carry = CarryForm(choice: "cap") },
        Case("limits in the wrong order", .carry, "The upper limit is below the lower one.") {
            $0.carry = CarryForm(choice: "cap", most: "1:00", least: "2:00")
        },
        Case("no month", .carry, "Choose at least one.") { $0.carry = CarryForm(choice: "reset", months: []) },
        Case("an unknown carry-over", .carry, "Choose from the list.") { $0.carry = CarryForm(choice: "none") },
        Case("hours beside an unchanged carry-over", .schedule, "Nothing is changed.") { $0.carry.most = "40:00" },
        Case("no reason", .reason, "Enter a reason.") { ($0.reason, $0.schedule) = (nil, "none") },
    ])
    func `Wrong terms are refused at their field`(wrong: Case<PersonTermsForm>) throws {
        let form = Self.terms(wrong.change)
        let problem = try #require(throws: HoursProblem.self) {
            try form.terms(of: 1, try Self.common(), in: HoursForms.termsDays(Self.today))
        }
        #expect(problem.field == wrong.field && problem.error.sentence == wrong.sentence)
    }

    @Test func `Terms mention what was chosen, and nothing else`() throws {
        let days = HoursForms.termsDays(Self.today)
        func read(_ change: (inout PersonTermsForm) -> Void) throws -> Terms {
            try Self.terms(change).terms(of: 1, try Self.common(), in: days)
        }
        var expected = Terms(scope: .person("1"), from: Self.today)
        expected.schedule = .own("Full time")
        #expect(try read { $0.schedule = "=Full time" } == expected)
        expected.schedule = .inherit
        #expect(try read { $0.schedule = "inherit" } == expected)
        expected.schedule = .own(nil)
        expected.rules = .own([.de, .schedule])
        expected.calendars = .own(["Tokyo"])
        expected.carry = .own(CarryOver(months: [3, 9], minimum: -36_000, maximum: 0))
        let all = try read {
            ($0.schedule, $0.rules, $0.calendars) = ("none", ["schedule", "de"], ["Tokyo"])
            $0.carry = CarryForm(choice: "cap", most: "0", least: "-10:00", months: [3, 9])
        }
        #expect(all == expected)
        let none = try read { ($0.ruleMode, $0.calendarMode, $0.carry.choice) = ("none", "inherit", "all") }
        #expect(none.rules == .own([]) && none.calendars == .inherit && none.carry == .own(nil) && none.schedule == nil)
    }

    @Test(
        arguments: [
            CarryOver?.none, CarryOver(months: Array(1...12), maximum: 72_000), CarryOver(months: [12], maximum: 144_000),
            CarryOver(months: [3, 9], minimum: 0, maximum: 0), CarryOver(months: [12], minimum: -36_000),
            CarryOver(months: [6], minimum: -36_000, maximum: 7231),
        ] as [CarryOver?]) func `The form of a carry-over describes it again`(carry: CarryOver?) throws
    {
        #expect(try CarryForm(carry).carryOver() == carry)
    }

    @Test(
        arguments: [
            ("20", [1, 2, 3], [24_000, 24_000, 24_000, 0, 0, 0, 0]),
            ("38.5", [1, 2, 3, 4, 5], [27_720, 27_720, 27_720, 27_720, 27_720, 0, 0]),
            // A rest of four seconds.
            ("0:01", [2, 4, 7, 5, 6, 1, 3], [12, 8, 8, 8, 8, 8, 8]), ("24", [7], [0, 0, 0, 0, 0, 0, 86_400]),
        ] as [(String, Set<Int>, [Int64])])
    func `Weekly hours are split over the ticked days, with the rest on the first`(
        hours: String, weekdays: Set<Int>, week: [Int64]
    ) throws {
        var form = WeekForm(from: Self.today)
        form.week = EvenWeek(hours: hours, on: weekdays)
        #expect(try form.weekdays() == week)
    }

    @Test(arguments: [
        Case<WeekForm>("no day", .from, "Choose a day from 1 Jan 1970 to 17 Mar 2036.") { $0.from = "2026-02-30" },
        Case("no hours", .hours, "Enter hours, such as 40:00 or 38.5.") { $0.week = EvenWeek(hours: "") },
        Case("zero hours", .hours, "Enter hours, such as 40:00 or 38.5.") { $0.week = EvenWeek(hours: "0") },
        Case("no weekday", .days, "Choose at least one.") { $0.week = EvenWeek(hours: "20", on: []) },
        Case("long days", .hours, "A day has at most 24 hours.") { $0.week = EvenWeek(hours: "48:01", on: [1, 2]) },
        Case("no reason", .reason, "Enter a reason.") { $0.reason = nil },
    ])
    func `Wrong weekly hours are refused at their field`(wrong: Case<WeekForm>) throws {
        var form = WeekForm(from: Self.today)
        (form.week, form.reason) = (EvenWeek(hours: "20"), "Agreed")
        wrong.change(&form)
        let problem = try #require(throws: HoursProblem.self) {
            try form.facts(of: 1, try Self.common(), in: HoursForms.termsDays(Self.today))
        }
        #expect(problem.field == wrong.field && problem.error.sentence == wrong.sentence)
    }

    @Test func `Weekly hours make a schedule unless there is an equal one`() throws {
        var form = WeekForm(from: Self.today)
        (form.week, form.reason) = (EvenWeek(hours: "20", on: [1, 2, 3]), "Agreed")
        let days = HoursForms.termsDays(Self.today)
        let facts = try form.facts(of: 1, try Self.common(), in: days)
        #expect(facts.map { $0.json["type"]?.string } == ["schedule", "terms"])
        #expect(facts.first?.json["name"] == "20 h, Mon Tue Wed" && facts.first?.json["from"] == "1970-01-01")
        #expect(facts.last?.json["schedule"] == "20 h, Mon Tue Wed" && facts.last?.id == form.id)
        form.week = EvenWeek(hours: "40")
        let same = try form.facts(of: 1, try Self.common(), in: days)
        #expect(same.map { $0.json["schedule"]?.string } == ["Full time"])
        // Before it begins, a schedule does not count.
        form.from = "2025-12-31"
        let earlier = try form.facts(of: 1, try Self.common(), in: days)
        #expect(earlier.last?.json["schedule"] == "40 h, Mon Tue Wed Thu Fri")
    }

    @Test(arguments: [
        Case<AdjustmentForm>("tomorrow", .date, "Choose a day from 1 Jan 1970 to 10 Mar 2026.") { $0.date = "2026-03-11" },
        Case("no amount", .amount, "Enter hours, such as 12:30 or -3:20.") { $0.amount = nil },
        Case("zero", .amount, "Enter hours, such as 12:30 or -3:20.") { $0.amount = "-0:00" },
        Case("no kind", .kind, "Choose from the list.") { $0.kind = nil },
        Case("the server's own kind", .kind, "Choose from the list.") { $0.kind = "retention" },
        Case("a second opening balance", .kind, "Remove the opening balance on 28 Feb 2026 first.") {
            $0.kind = "opening"
        },
        Case("no comment", .reason, "Enter a reason.") { $0.reason = nil },
    ])
    func `A wrong adjustment is refused at its field`(wrong: Case<AdjustmentForm>) throws {
        let day = try #require(CivilDate(text: "2026-02-28"))
        let opening = Fact(
            id: "1", seq: 1, content: .adjustment(Adjustment(user: "1", date: day, seconds: 60, reason: .opening)))
        var form = AdjustmentForm(on: Self.today.adding(days: -1), hasOpening: true)
        #expect(form.kind == "correction")
        (form.amount, form.reason) = ("-3:20", "Paid in March")
        wrong.change(&form)
        let problem = try #require(throws: HoursProblem.self) {
            try form.adjustment(of: 1, PersonFacts([opening]).adjustments, today: Self.today)
        }
        #expect(problem.field == wrong.field && problem.error.sentence == wrong.sentence)
    }

    @Test func `The first adjustment is an opening balance by default`() throws {
        var form = AdjustmentForm(on: Self.today.adding(days: -1), hasOpening: false)
        (form.amount, form.reason) = ("+12:30", "As agreed")
        let adjustment = try form.adjustment(of: 1, [], today: Self.today)
        #expect(adjustment == Adjustment(user: "1", date: Self.today.adding(days: -1), seconds: 45_000, reason: .opening))
    }

    @Test func `Opening balances are read together, with each wrong one at its person`() throws {
        let day = try #require(CivilDate(text: "2026-02-28"))
        let opening = Fact(
            id: UUID().uuidString.lowercased(), seq: 1,
            content: .adjustment(Adjustment(user: "4", date: day, seconds: 60, reason: .opening)))
        var form = OpeningBalancesForm(today: Self.today)
        #expect(form.date == "2026-03-09")
        form.date = "2026-02-28"
        form.amounts = [1: "+12:30", 2: "-1:00", 9: "1:00"]
        var people: [(person: PersonID, opening: OpeningBalance?)] = [(1, nil), (2, nil), (3, nil)]
        var carried: [PersonID: Int64] = [:]
        let facts = try form.facts(for: people, today: Self.today, carried: carried)
        // Only listed people with an amount. Sent again, the facts have the same ids.
        #expect(facts.map { $0.json["user"]?.string } == ["1", "2"] && facts.map { $0.json["s"]?.integer } == [45_000, -3600])
        #expect(Set(facts.map(\.id)).count == 2)
        #expect(try form.facts(for: people, today: Self.today, carried: carried).map(\.id) == facts.map(\.id))
        #expect(facts.map { $0.json["balance_s"]?.integer } == [45_000, -3600])
        // What is counted until the day is left out. A balance that is reached already needs no fact, and does not stop the others.
        form.amounts = [1: "0", 2: "-0:30", 3: "1:00"]
        carried = [2: -1800, 3: 5400]
        let fact = try form.facts(for: people, today: Self.today, carried: carried)
        #expect(fact.map { $0.json["s"]?.integer } == [-1800] && fact.map { $0.json["balance_s"]?.integer } == [3600])
        #expect(try form.facts(for: people, today: Self.today, carried: carried).map { $0.json["user"]?.string } == ["3"])
        let known = try #require(PersonFacts([opening]).adjustments.first)
        people.append((4, OpeningBalance(fact: known, balance: 60)))
        form.amounts = [1: "x", 2: "+", 3: "1:00", 4: "1:00"]
        form.date = "2026-03-11"
        let problems = try #require(throws: OpeningBalancesForm.Problems.self) {
            try form.facts(for: people, today: Self.today, carried: carried)
        }
        #expect(problems.date?.sentence == "Choose a day from 1 Jan 1970 to 10 Mar 2026.")
        #expect(problems.people.keys.sorted() == [1, 2, 4])
        #expect(problems.people[4]?.sentence == "Remove the opening balance on 28 Feb 2026 first.")
    }
}

@testable import AttendanceStore
@testable import AttendanceWeb
@testable import Localization

import Attendance
import Hours
import TestOffice
import Testing

@Suite(.inEnglish) struct `Hours of a day, week and month` {
    private func date(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }

    private static let kinds = [
        #"{"type": "kind", "kind": "leave", "from": "2020-01-01", "credit": "full", "rank": 10}"#,
        #"{"type": "kind", "kind": "sick", "from": "2020-01-01", "credit": "fill", "rank": 20}"#,
        #"{"type": "kind", "kind": "lieu", "from": "2020-01-01", "credit": "none", "rank": 10}"#,
    ]

    private static func absent(_ kind: String, _ more: String = #""part": "full""#) -> String {
        #"{"type": "absence", "user": "1", "kind": "\#(kind)", "from": "2026-03-02", "to": "2026-03-02", \#(more)}"#
    }

    private static func holiday(_ part: String) -> String {
        #"{"type": "holiday", "calendar": "de", "date": "2026-03-02", "name": "Fair", "part": "\#(part)"}"#
    }

    struct Case: Sendable, CustomStringConvertible {
        let description: String
        var facts: [String] = []
        var day = "2026-03-02"
        var worked: Int64 = 0
        let target: String
        var credit: String?
        let difference: String?
        var remarks: [String] = []
    }

    private static let cases = [
        Case(description: "9:30 worked", worked: 34200, target: "8:00", difference: "+1:30"),
        Case(
            description: "holiday, 5 h worked", facts: [holiday("full")], worked: 18000, target: "8:00", credit: "8:00",
            difference: "+5:00", remarks: ["Fair"]),
        Case(
            description: "afternoon holiday", facts: [holiday("afternoon")], target: "8:00", credit: "4:00",
            difference: "-4:00", remarks: ["Fair (afternoon)"]),
        Case(
            description: "afternoon holiday, full-day leave", facts: kinds + [holiday("afternoon"), absent("leave")],
            target: "8:00", credit: "8:00", difference: "0:00", remarks: ["Fair (afternoon)", "Absence 4:00"]),
        Case(
            description: "sick after 3 h", facts: kinds + [absent("sick")], worked: 10800, target: "8:00", credit: "5:00",
            difference: "0:00", remarks: ["Absence 8:00"]),
        Case(
            description: "time off in lieu", facts: kinds + [absent("lieu")], target: "8:00", difference: "-8:00",
            remarks: ["Absence 8:00"]),
        Case(
            description: "2 h leave", facts: kinds + [absent("leave", #""part": "hours", "s": 7200"#)], worked: 21600,
            target: "8:00", credit: "2:00", difference: "0:00", remarks: ["Absence 2:00"]),
        Case(description: "half a minute short", worked: 28770, target: "8:00", difference: "0:00"),
        Case(description: "7:58:29, which is shown as 7:58", worked: 28709, target: "8:00", difference: "-0:02"),
        Case(description: "61 s short", worked: 28739, target: "8:00", difference: "-0:01"),
        Case(description: "free Saturday", day: "2026-03-07", target: "0:00", difference: nil),
        Case(description: "2 h on Saturday", day: "2026-03-07", worked: 7200, target: "0:00", difference: "+2:00"),
    ]

    @Test(arguments: cases) func `A day has its target, credit and difference`(example: Case) throws {
        let given = try GivenHours(
            example.facts, work: [example.day: example.worked], through: "2026-03-08", to: "2026-03-08")
        let (hours, date) = (try #require(ShownHours(given.hours)), try date(example.day))
        let day = try #require(hours.day(date))
        #expect(day.dayTarget == example.target && day.dayCredit == example.credit && day.plannedTarget == nil)
        #expect(day.dayDifference == example.difference)
        #expect(day.remarks == example.remarks)
    }

    @Test func `A night shift before a holiday is worked on the day of its start, and the holiday is listed`() throws {
        let tuesday = #"{"type": "holiday", "calendar": "de", "date": "2026-03-03", "name": "Fair"}"#
        let given = try GivenHours([tuesday], work: ["2026-03-02": 28800], through: "2026-03-03", to: "2026-03-03")
        let hours = try #require(ShownHours(given.hours))
        for day in ["2026-03-02", "2026-03-03"] { #expect(hours.day(try date(day))?.dayDifference == "0:00") }
        let week = try date("2026-03-02").week
        #expect(hours.days(in: week, without: [try date("2026-03-02")]) == [try date("2026-03-03")])
        let sums = try #require(hours.sums(of: week))
        #expect(sums.sumsTarget == "16:00" && sums.sumsCredit == "8:00" && sums.sumsDifference == "0:00")
    }

    @Test(arguments: [
        // A contract of 4 h from the 16th on, which is a Monday; or from a Wednesday on.
        ("2026-03-16", "2026-01-01", "half", "2026-03-01", "2026-03-31", "128:00"),
        ("2026-03-18", "2026-01-01", "half", "2026-03-16", "2026-03-22", "28:00"),
        // 44 fixed hours a month: of a whole month, and of 12 of 22 working days.
        ("2026-01-01", "2026-01-01", "fixed", "2026-03-01", "2026-03-31", "44:00"),
        ("2026-03-16", "2026-03-16", "fixed", "2026-03-01", "2026-03-31", "24:00"),
    ])
    func `The target of a week or month has each day's own terms`(
        from: String, employed: String, schedule: String, first: String, last: String, target: String
    ) throws {
        let given = try GivenHours(
            [
                #"{"type": "schedule", "name": "half", "from": "2020-01-01", "anchor": "2024-01-01", "days": [14400, 14400, 14400, 14400, 14400, 0, 0]}"#,
                #"{"type": "schedule", "name": "fixed", "from": "2020-01-01", "anchor": "2024-01-01", "days": [1, 1, 1, 1, 1, 0, 0], "period_s": 158400}"#,
                #"{"type": "terms", "scope": "person", "of": "1", "from": "\#(from)", "schedule": "\#(schedule)"}"#,
            ], through: "2026-03-31", to: "2026-03-31", from: employed)
        let (hours, period) = (try #require(ShownHours(given.hours)), try date(first)...(try date(last)))
        let sums = hours.sums(of: period)
        #expect(sums?.sumsTarget == target && sums?.sumsDifference == "-" + target)
        // Days before the period were owed, too.
        let before = employed < first ? ["Balance before"] : []
        #expect(sums?.amounts.map(\.amountName) == ["Target"] + before + ["Difference"])
    }

    /// The balance may be 2 h at the end of a month. On 31 March 11 h were worked.
    @Test func `A limit of the carry-over is shown on its day and beside the difference of the month`() throws {
        let carry =
            #"{"type": "terms", "scope": "office", "of": "1", "from": "2026-01-01", "carry": {"months": [3], "max_s": 7200}}"#
        let given = try GivenHours(
            [carry], work: ["2026-03-31": 39600], through: "2026-03-31", to: "2026-03-31", from: "2026-03-31")
        let hours = try #require(ShownHours(given.hours))
        let (last, march) = (try date("2026-03-31"), try date("2026-03-31").month)
        #expect(hours.day(last)?.dayDifference == "+3:00" && hours.day(last)?.changes == ["Carry-over limit -1:00"])
        #expect(hours.sums(of: march)?.sumsDifference == "+3:00" && hours.balance == "+2:00")
        let inWords = hours.sums(of: march)?.amounts.map(\.inWords)
        #expect(inWords == ["Target 8:00", "Difference +3:00", "Carry-over limit -1:00"])
        let sheet = try #require(SheetHours(given.hours, of: march))
        #expect(sheet.totals.balanceName == "Balance at the end of 31 Mar 2026" && sheet.totals.sheetBalance == "+2:00")
        #expect(sheet.totals.balanceChanges == "Balance before 0:00; Carry-over limit -1:00")
        #expect(sheet.line(last).lineDifference == "+3:00" && sheet.line(last).remarks == ["Carry-over limit -1:00"])
        // The next month begins with it.
        let next = try GivenHours(
            [carry], work: ["2026-03-31": 39600], through: "2026-04-01", to: "2026-04-01", from: "2026-03-31")
        let april = try #require(SheetHours(next.hours, of: last.adding(days: 1).month))
        #expect(april.totals.sheetBalance == "-6:00" && april.totals.balanceChanges == "Balance before +2:00")
        #expect(april.totals.balanceName == "Balance at the end of 1 Apr 2026")
    }

    /// 29 seconds over on the last day of February, and on the first one of March.
    @Test func `The balance before a month is shown so that the lines lead to the balance`() throws {
        let given = try GivenHours(
            [], work: ["2026-02-27": 28_829, "2026-03-02": 28_829], through: "2026-03-02", to: "2026-03-02", from: "2026-02-27")
        let hours = try #require(ShownHours(given.hours))
        let month = try date("2026-03-02").month
        let inWords = hours.sums(of: month)?.amounts.map(\.inWords)
        #expect(
            inWords
                == ["Target until yesterday 8:00", "Balance before +0:01", "Difference until yesterday 0:00"])
        #expect(hours.balance == "+0:01")
        let totals = try #require(SheetHours(given.hours, of: month)).totals
        #expect(totals.balanceChanges == "Balance before +0:01" && totals.sheetBalance == "+0:01")
        #expect(totals.targetName == "Target until yesterday" && totals.differenceName == "Difference until yesterday")
        // Nothing was before the first month.
        let february = hours.sums(of: try date("2026-02-27").month)
        #expect(february?.amounts.map(\.inWords) == ["Target 8:00", "Difference 0:00"])
    }

    @Test func `A fact that is void and recorded again is shown once`() throws {
        let hour = #"{"type": "adjustment", "user": "1", "date": "2026-03-02", "s": 3600, "reason": "payout"}"#
        let void = #"{"type": "void", "target": "1"}"#
        for (facts, changes, balance) in [
            ([hour], ["Paid out +1:00"], "+1:00"), ([hour, void], [], "0:00"),
            ([hour, void, hour], ["Paid out +1:00"], "+1:00"),
            ([hour, hour], ["Paid out +1:00", "Paid out +1:00"], "+2:00"),
        ] as [([String], [String], String)] {
            let given = try GivenHours(
                facts, work: ["2026-03-02": 28800], through: "2026-03-02", to: "2026-03-08", from: "2026-03-02")
            let hours = try #require(ShownHours(given.hours))
            #expect(hours.day(try date("2026-03-02"))?.changes == changes && hours.balance == balance)
            // The difference is of the work alone.
            #expect(hours.day(try date("2026-03-02"))?.dayDifference == "0:00")
        }
    }

    @Test func `Today and later days have a planned target, and are in no sum`() throws {
        let later = #"{"type": "holiday", "calendar": "de", "date": "2026-03-05", "name": "Fair"}"#
        let given = try GivenHours(
            [later], work: ["2026-03-02": 30600, "2026-03-03": 7200], through: "2026-03-02", to: "2026-03-31",
            from: "2026-03-02")
        let hours = try #require(ShownHours(given.hours))
        #expect(hours.balance == "+0:30")
        for (day, planned) in [("2026-03-03", "8:00"), ("2026-03-05", nil)] {
            let shown = try #require(hours.day(try date(day)))
            #expect(shown.plannedTarget == planned && shown.dayTarget == nil && shown.dayDifference == nil)
        }
        #expect(hours.day(try date("2026-03-05"))?.marks == ["Fair"])
        let week = try date("2026-03-02").week
        let sums = try #require(hours.sums(of: week))
        #expect(sums.inWords == "Target until yesterday 8:00" && sums.sumsDifference == "+0:30")
        #expect(hours.days(in: week, without: []) == [try date("2026-03-02")])
        // The holiday is not worked.
        #expect(hours.owed(in: week) == "32:00" && hours.owed(in: week.lowerBound...week.lowerBound) == "8:00")
        #expect(hours.owed(in: try date("2026-03-05")...(try date("2026-03-07"))) == "8:00")
        #expect(hours.owed(in: try date("2026-03-07")...(try date("2026-03-08"))) == nil)
        // Nothing of a week to come counts yet.
        #expect(hours.sums(of: try date("2026-03-09").week) == nil)
    }

    @Test func `Without a schedule there is nothing to show`() throws {
        #expect(ShownHours(nil) == nil)
        let none = #"{"type": "terms", "scope": "person", "of": "1", "from": "2020-01-01", "schedule": null}"#
        let given = try GivenHours([none], work: ["2026-03-02": 28800], through: "2026-03-02", to: "2026-03-02")
        #expect(ShownHours(given.hours) == nil)
        #expect(SheetHours(given.hours, of: try date("2026-03-02").month) == nil)
        // The schedule began later.
        let later = try GivenHours([], through: "2026-03-02", to: "2026-03-02", from: "2026-03-01")
        #expect(SheetHours(later.hours, of: try date("2026-02-01").month) == nil)
        #expect(ShownHours(later.hours)?.day(try date("2026-02-27")) == nil)
    }

    @Test(
        arguments: [
            (RuleSet.de, HoursWarning.Code.breakShort, 1200, 1800, "Break 20 of 30 min", "ArbZG § 4"),
            (.de, .unbroken, 24_000, 21_600, "6:40 without a break", "ArbZG § 4"),
            (.de, .dayLong, 54_240, 36_000, "15:04 of 10:00 work", "ArbZG § 3"),
            (.de, .restShort, 34_200, 39_600, "Rest 9:30 of 11:00", "ArbZG § 5"),
            (.uk, .weekAverage, 174_600, 172_800, "48:30 a week on average", "reg. 4"),
            (.jpFlex, .overtimeMonth, 165_600, 162_000, "Overtime 46:00 this month", "art. 36"),
            (.schedule, .missingDay, 0, 28_800, "No time counted", "no work and no absence counts"),
            (.schedule, .coreLate, 900, 0, "Began 0:15 into the core time", "Core time"),
        ] as [(RuleSet, HoursWarning.Code, Int64, Int64, String, String)])
    func `A warning is a short text with the source of its rule`(
        rules: RuleSet, code: HoursWarning.Code, value: Int64, limit: Int64, words: String, source: String
    ) throws {
        let warning = HoursWarning(date: try date("2026-03-02"), rule: rules, code: code, value: value, limit: limit)
        let shown = ShownWarning(warning)
        #expect(shown.warningWords == words && shown.warningSource.contains(source))
        #expect(shown.warningID == "rule-2026-03-02-\(rules.rawValue)-\(code.rawValue)")
    }

    @Test func `A day has its warnings only on a page that shows them`() throws {
        let given = try GivenHours([], through: "2026-03-02", to: "2026-03-02", from: "2026-03-02")
        let day = try date("2026-03-02")
        #expect(ShownHours(given.hours, warnedIn: day.month)?.day(day)?.marks == ["No time counted"])
        #expect(ShownHours(given.hours)?.day(day)?.marks == [])
    }
}

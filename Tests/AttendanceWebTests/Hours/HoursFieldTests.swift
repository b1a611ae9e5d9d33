@testable import AttendanceWeb

import Attendance
import Hours
import TestOffice
import Testing

@Suite(.inEnglish) struct `Schedules in fields and words` {
    @Test(
        arguments: [
            ("40:00", 144_000), ("8:00", 28_800), ("7:42", 27_720), ("7:42:30", 27_750), ("0:00", 0), ("40", 144_000),
            ("38.5", 138_600), ("38,5", 138_600), ("7.7", 27_720), ("0.3333", 1200), ("9999", 35_996_400), ("", nil),
            ("8:0", nil), ("8:60", nil), ("8:00:60", nil), ("8:00:00:00", nil), (":30", nil), ("-8:00", nil), ("8.", 28_800),
            (".5", 1800), ("8.12345", 29_244), (".", nil), ("9999.99999", nil), ("1.2.3", nil), ("10000", nil),
            ("99999999999999999999", nil),
            ("８", 28_800), ("３８．５", 138_600), ("１２：３０", 45_000), (" 0:00 ", 0), ("x", nil),
        ] as [(String, Int64?)])
    func `Hours are read with minutes or decimals`(text: String, seconds: Int64?) {
        #expect(HoursField.seconds(text) == seconds)
    }

    @Test(
        arguments: [
            ("12:30", 45_000), ("+3:20", 12_000), ("-0:45", -2700), ("\u{2212}10:00", -36_000), ("－１：００", -3600),
            ("+2.5", 9000), ("-12", -43_200), ("9999:59", 35_999_940), ("--1:00", nil), ("+-1:00", nil), ("12:60", nil),
            ("10000:00", nil), ("-", nil), ("", nil), ("a:bc", nil),
        ] as [(String, Int64?)])
    func `Amounts that change a balance can have a sign`(text: String, seconds: Int64?) {
        #expect(HoursField.signed(text) == seconds)
    }

    @Test(arguments: [(0, "0:00"), (28_800, "8:00"), (27_720, "7:42"), (27_750, "7:42:30"), (144_000, "40:00"), (5, "0:00:05")])
    func `Hours are written so that they are read again`(seconds: Int64, text: String) {
        #expect(HoursField.text(seconds) == text && HoursField.seconds(text) == seconds)
    }

    @Test(
        arguments: [
            ([28_800, 28_800, 28_800, 28_800, 28_800, 0, 0], "40:00", [1, 2, 3, 4, 5]),
            // 38:00 on seven days: five seconds are left.
            ([19_548, 19_542, 19_542, 19_542, 19_542, 19_542, 19_542], "38:00", [1, 2, 3, 4, 5, 6, 7]),
            ([0, 48_000, 0, 48_000, 48_000, 0, 0], "40:00", [2, 4, 5]),
            ([28_800, 28_800, 28_800, 28_800, 21_600, 0, 0], nil, []),
            ([0, 0, 0, 0, 0, 0, 0], nil, []), ([28_800], nil, []),
        ] as [([Int64], String?, [Int])])
    func `Hours a week that are split evenly are recognized`(days: [Int64], hours: String?, chosen: [Int]) {
        let week = EvenWeek(days)
        #expect(week?.hours == hours)
        #expect((week?.chosen ?? []).enumerated().filter(\.element).map { $0.offset + 1 } == chosen)
        var problems = FieldProblems()
        #expect(week == nil || week?.days(&problems) == days && problems.first == nil)
    }

    private static let monday = CivilDate(daysSince1970: 19_723)

    private static func schedule(
        _ days: [Int64], anchor: CivilDate = monday, period: Int64? = nil, core: Schedule.CoreTime? = nil, rest: Int64? = nil
    ) -> Schedule {
        Schedule(
            name: "x", from: monday, anchor: anchor, days: days, periodSeconds: period, core: core, restWeekday: rest)
    }

    private static let week: [Int64] = [28_800, 28_800, 28_800, 28_800, 21_600, 0, 0]

    @Test(
        arguments: [
            (schedule(week), "38:00 a week", "Mon–Thu 8:00, Fri 6:00"),
            (schedule([0, 0, 0, 0, 0, 0, 0]), "0:00 a week", "0:00"),
            // The cycle begins on a Wednesday.
            (
                schedule([3600, 0, 0, 0, 0, 0, 7200], anchor: monday.adding(days: 2)), "3:00 a week",
                "Tue 2:00, Wed 1:00"
            ),
            (
                schedule(week + [Int64](repeating: 0, count: 7)), "19:00 a week on average",
                "First week (from 1 Jan 2024): Mon–Thu 8:00, Fri 6:00; second week: 0:00"
            ),
            (schedule([28_800, 0]), "28:00 a week on average", "2 days in turn: 8:00, 0:00"),
            (schedule(week, period: 576_000), "160:00 a month", "Mon–Thu 8:00, Fri 6:00"),
            (
                schedule(week, core: Schedule.CoreTime(start: 36_000, end: 54_000), rest: 7), "38:00 a week",
                "Mon–Thu 8:00, Fri 6:00 · core time 10:00–15:00 · rest day Sunday"
            ),
        ])
    func `A schedule is described in words`(schedule: Schedule, amount: String, details: String) {
        #expect(ScheduleWords.amount(schedule) == amount && ScheduleWords.details(schedule) == details)
    }

    @Test(
        arguments: [
            (nil, "No limit"), (CarryOver(months: []), "No limit"),
            (CarryOver(months: Array(1...12), maximum: 72_000), "At most 20:00 at the end of each month"),
            (CarryOver(months: [3, 9], minimum: 0, maximum: 0), "Reset to 0:00 at the end of Mar, Sep"),
            (CarryOver(months: [12], minimum: -36_000), "At least -10:00 at the end of Dec"),
            (CarryOver(months: [12], minimum: -36_000, maximum: 36_000), "-10:00 to 10:00 at the end of Dec"),
        ] as [(CarryOver?, String)])
    func `A carry-over is described in words`(carry: CarryOver?, words: String) {
        #expect(TermsText.carry(carry) == words)
    }

    @Test(
        arguments: [("", []), ("de", [.de]), ("de eu", [.de, .eu]), ("schedule", nil), ("de de", nil), ("x", nil)]
            as [(String, [RuleSet]?)])
    func `A choice of rules is read`(value: String, rules: [RuleSet]?) {
        #expect(RuleChoice.rules(value) == rules)
    }
}

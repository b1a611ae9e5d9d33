import Attendance
import Hours
import Testing

/// A period of Dana's and the hours that she owes in it.
struct PeriodTarget: Sendable, CustomTestStringConvertible {
    let story: String
    var from = "2020-01-01"
    /// The first day that she is not employed.
    var until: String?
    var days = ClosingPerson.fullTime
    var fixed: Int64?
    /// The first day of four hours instead of eight.
    var halfTimeFrom: String?
    var firstDay: Int64 = 1
    let period: String
    var through: String?
    let hours: Double

    var testDescription: String { story }

    static let all = [
        PeriodTarget(story: "22 weekdays", period: "2026-03", hours: 176),
        PeriodTarget(story: "four hours from Monday 16 March on", halfTimeFrom: "2026-03-16", period: "2026-03", hours: 128),
        PeriodTarget(story: "February of a leap year", period: "2024-02", hours: 168),
        PeriodTarget(story: "February of another year", period: "2026-02", hours: 160),
        PeriodTarget(story: "joined on 16 March", from: "2026-03-16", period: "2026-03", hours: 96),
        PeriodTarget(story: "left on 15 March", until: "2026-03-16", period: "2026-03", hours: 80),
        PeriodTarget(story: "fixed hours", fixed: 158_400, period: "2026-03", hours: 44),
        PeriodTarget(
            story: "joined on 16 March with fixed hours", from: "2026-03-16", fixed: 158_400, period: "2026-03", hours: 24),
        PeriodTarget(
            story: "left on 15 March with fixed hours", until: "2026-03-16", fixed: 158_400, period: "2026-03", hours: 20),
        PeriodTarget(
            story: "every other Friday off", days: ClosingPerson.fullTime + [28_800, 28_800, 28_800, 28_800, 0, 0, 0],
            period: "2026-03", hours: 160),
        PeriodTarget(story: "16 February to 15 March", firstDay: 16, period: "2026-03", hours: 160),
        PeriodTarget(story: "21 February to 20 March", firstDay: 21, period: "2026-03", hours: 160),
        PeriodTarget(story: "28 February to 27 March", firstDay: 28, period: "2026-03", hours: 160),
        PeriodTarget(story: "16 December to 15 January", firstDay: 16, period: "2026-01", hours: 184),
        PeriodTarget(story: "21 December to 20 January", firstDay: 21, period: "2026-01", hours: 176),
        PeriodTarget(story: "28 December to 27 January", firstDay: 28, period: "2026-01", hours: 176),
        PeriodTarget(
            story: "fixed hours from 16 December to 15 January", fixed: 158_400, firstDay: 16, period: "2026-01", hours: 44),
        PeriodTarget(story: "only days that are over", period: "2026-03", through: "2026-03-13", hours: 80),
    ]
}

@Suite struct `Periods and targets` {
    @Test(arguments: PeriodTarget.all) func `A period adds up the targets of its days`(_ target: PeriodTarget) throws {
        var dana = try ClosingPerson(from: target.from, target.days, fixed: target.fixed)
        dana.calendar = try #require(PeriodCalendar(firstDay: target.firstDay))
        if let from = target.halfTimeFrom { try dana.schedule(from: from, ClosingPerson.halfTime) }
        if let until = target.until { try dana.employ(from: until, office: nil) }
        let period = try dana.period(target.period, through: target.through)
        #expect(period.sums.target == Int64(target.hours * 3600))
        #expect(period.items["target_s"] == period.sums.target)
        #expect(period.isComplete == (target.through == nil))
    }

    @Test func `Periods are listed from the first to the last day of employment`() throws {
        var dana = try ClosingPerson(from: "2026-02-28")
        try dana.employ(from: "2026-04-01", office: nil)
        try dana.employ(from: "2026-06-30")
        try dana.employ(from: "2026-07-01", office: nil)
        let periods = try dana.periods(from: "2026-01-01", to: "2026-12-31", through: "2026-12-31")
        #expect(periods.map(\.period.name.description) == ["2026-02", "2026-03", "2026-06"])
    }

    @Test(arguments: [
        ("2026-02-28", "2026-03-31", ["2026-02", "2026-03"]), ("2026-03-01", "2026-03-30", []),
        ("2026-03-31", "2026-03-31", ["2026-03"]), ("2026-03-31", "2026-02-28", []),
    ]) func `Periods are listed if their last day is in the range`(_ from: String, _ to: String, _ names: [String]) throws {
        let periods = try ClosingPerson().periods(from: from, to: to, through: "2026-12-31")
        #expect(periods.map(\.period.name.description) == names)
    }

    @Test func `A period of a person without employment is listed for work and for adjustments alone`() throws {
        var dana = try ClosingPerson(from: "2026-06-01")
        try dana.work("2026-02-14", 3600)
        try dana.adjust("2026-04-30", -60)
        let periods = try dana.periods(from: "2026-01-01", to: "2026-05-31", through: "2026-05-31")
        #expect(periods.map(\.period.name.description) == ["2026-02", "2026-04"])
        #expect(periods.map(\.sums.worked) == [3600, 0])
        // Work without a schedule changes no balance.
        #expect(periods.map(\.carriedStart) == [0, 0])
        #expect(periods.map(\.carriedEnd) == [0, -60])
    }

    @Test func `The first period of all begins in the year before`() throws {
        let calendar = try #require(PeriodCalendar(firstDay: 16))
        let period = calendar.period(try ClosingPerson.name("0000-01"))
        #expect(period.first == CivilDate(year: -1, month: 12, day: 16))
        #expect(period.length == 31)
        let before = period.name.adding(months: -1)
        #expect((before.year, before.month) == (-1, 12))
    }
}

import Attendance
import Hours
import Testing

@Suite struct `Items of periods` {
    /// The items of a period without those that are 0.
    private func figures(_ dana: ClosingPerson, through: String? = nil) throws -> Items {
        try dana.period("2026-03", through: through).items.filter { $0.value != 0 }
    }

    @Test func `The items are the days, the ten sums and what was used`() throws {
        #expect(
            try ClosingPerson.march().period("2026-03").items == [
                "days": 20, "target_s": 633_600, "worked_s": 576_000, "night_s": 0, "overtime_s": 0, "rest_day_s": 0,
                "holiday_s": 0, "absence_s": 57_600, "adjustment_s": 0, "cut_s": 0, "balance_s": 0, "leave.s": 57_600,
                "leave.halves": 4,
            ])
    }

    @Test func `Later days add nothing to the items`() throws {
        var dana = try ClosingPerson.march()
        try dana.adjust("2026-03-13", 60)
        try dana.adjust("2026-03-14", 600, .payout)
        #expect(
            try figures(dana, through: "2026-03-13") == [
                "days": 10, "target_s": 288_000, "worked_s": 288_000, "adjustment_s": 60, "adjustment.correction": 60,
                "balance_s": 60,
            ])
    }

    @Test func `Hourly leave has no halves`() throws {
        var dana = try ClosingPerson(from: "2026-03-31")
        try dana.absence("leave", "2026-03-31", "2026-03-31", .hours(7200))
        #expect(
            try figures(dana) == ["target_s": 28_800, "absence_s": 7200, "leave.s": 7200, "balance_s": -21_600])
    }

    @Test func `Time off in lieu has halves and no seconds`() throws {
        var dana = try ClosingPerson(from: "2026-03-31")
        try dana.absence("lieu", "2026-03-31", "2026-03-31", .part(.morning))
        #expect(try figures(dana) == ["target_s": 28_800, "lieu.halves": 1, "balance_s": -28_800])
    }

    @Test func `Each kind has its own items`() throws {
        var dana = try ClosingPerson(from: "2026-03-31")
        try dana.work("2026-03-31", 10_800)
        try dana.absence("leave", "2026-03-31", "2026-03-31", .part(.morning))
        try dana.absence("sick", "2026-03-31", "2026-03-31", .part(.afternoon))
        // Three hours of work and four of leave leave one hour to the sickness.
        #expect(
            try figures(dana) == [
                "days": 1, "target_s": 28_800, "worked_s": 10_800, "absence_s": 18_000, "leave.s": 14_400, "leave.halves": 1,
                "sick.s": 3600, "sick.halves": 1,
            ])
    }

    @Test(
        arguments: [
            (
                [(.opening, 60), (.payout, -30), (.correction, 7), (.transfer, -5), (.retention, 3), (.payout, -10)],
                [
                    "adjustment.opening": 60, "adjustment.payout": -40, "adjustment.correction": 7, "adjustment.transfer": -5,
                    "adjustment.retention": 3, "adjustment_s": 25, "balance_s": 25,
                ]
            ), ([(.opening, 60), (.opening, -60)], [:]),
            ([(.opening, 60), (.payout, -60)], ["adjustment.opening": 60, "adjustment.payout": -60]),
        ] as [([(Adjustment.Reason, Int64)], Items)]) func `Adjustments have an item for each reason`(
            _ adjustments: [(Adjustment.Reason, Int64)], _ items: Items
        ) throws
    {
        // 29 March is a Sunday.
        var dana = try ClosingPerson(from: "2026-03-29")
        try dana.employ(from: "2026-03-30", office: nil)
        for (reason, seconds) in adjustments { try dana.adjust("2026-03-29", seconds, reason) }
        #expect(try figures(dana) == items)
    }

    @Test func `An adjustment belongs to the period of its day`() throws {
        var dana = try ClosingPerson.march()
        dana.calendar = try #require(PeriodCalendar(firstDay: 16))
        for (date, seconds) in [("2026-03-15", 1), ("2026-03-16", 10), ("2026-04-15", 100), ("2026-04-16", 1000)]
            as [(String, Int64)]
        {
            try dana.adjust(date, seconds)
        }
        #expect(try dana.period("2026-03").items["adjustment.correction"] == 1)
        #expect(try dana.period("2026-04").items["adjustment.correction"] == 110)
    }

    @Test func `A limit of two hours cuts what is above it at the end of the month`() throws {
        var dana = try ClosingPerson(from: "2026-03-31")
        try dana.carry(Array(1...12), max: 7200)
        try dana.work("2026-03-31", 39_600)
        let period = try dana.period("2026-03")
        #expect(
            period.items.filter { $0.value != 0 } == [
                "days": 1, "target_s": 28_800, "worked_s": 39_600, "cut_s": -3600, "balance_s": 7200,
            ])
        #expect((period.carriedStart, period.carriedEnd) == (0, 7200))
    }

    @Test func `A month is not cut before it is over`() throws {
        var dana = try ClosingPerson([0])
        try dana.carry([3], max: 7200)
        try dana.work("2026-03-30", 10_800)
        let period = try dana.period("2026-03", through: "2026-03-30")
        #expect((period.sums.cut, period.carriedEnd) == (0, 10_800))
        #expect(try dana.period("2026-03").carriedEnd == 7200)
    }

    @Test func `The balance is reset in March and September`() throws {
        var dana = try ClosingPerson([0])
        try dana.carry([3, 9], min: 0, max: 0)
        try dana.work("2026-02-10", 3600)
        try dana.work("2026-03-20", 1800)
        try dana.work("2026-04-01", 600)
        try dana.adjust("2026-08-15", -7200, .payout)
        let periods = try dana.periods(from: "2026-02-01", to: "2026-10-31", through: "2026-10-31")
        #expect(periods.map(\.sums.cut) == [0, -5400, 0, 0, 0, 0, 0, 6600, 0])
        #expect(periods.map(\.carriedStart) == [0, 3600, 0, 600, 600, 600, 600, -6600, 0])
        #expect(periods.map(\.carriedEnd) == [3600, 0, 600, 600, 600, 600, -6600, 0, 0])
    }
}

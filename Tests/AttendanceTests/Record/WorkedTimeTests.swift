import Attendance
import Testing

@Suite struct `Worked time` {
    @Test(
        arguments: [
            (0, "00:00", "0.0000"), (59, "00:00", "0.0164"), (60, "00:01", "0.0167"), (1200, "00:20", "0.3333"),
            (28_800, "08:00", "8.0000"), (27_000, "07:30", "7.5000"), (118_859, "33:00", "33.0164"),
            (360_000, "100:00", "100.0000"),
            (9, "00:00", "0.0025"), (18, "00:00", "0.0050"), (1, "00:00", "0.0003"),
        ] as [(Int64, String, String)])
    func `Worked time is written as hh:mm and in decimal hours`(seconds: Int64, clock: String, decimal: String) {
        #expect(WorkedTime.hoursAndMinutes(seconds) == clock)
        #expect(WorkedTime.decimalHours(seconds) == decimal)
    }

    @Test(
        arguments: [
            (-1, "-0.0003", "0.00"), (-17, "-0.0047", "0.00"), (-18, "-0.0050", "-0.01"), (-1800, "-0.5000", "-0.50"),
            (-3599, "-0.9997", "-1.00"), (-34_200, "-9.5000", "-9.50"), (3599, "0.9997", "1.00"), (-28_860, "-8.0167", "-8.02"),
            (.max, "2562047788015215.5019", "2562047788015215.50"), (.min, "-2562047788015215.5022", "-2562047788015215.50"),
        ] as [(Int64, String, String)])
    func `Decimal hours of a balance have its sign, and any number of seconds`(seconds: Int64, four: String, two: String) {
        #expect(WorkedTime.decimalHours(seconds) == four)
        #expect(WorkedTime.roundedHours(seconds) == two)
    }

    @Test(
        arguments: [
            (0, "0:00"), (29, "0:00"), (30, "+0:01"), (-30, "0:00"), (-31, "-0:01"), (-89, "-0:01"), (-90, "-0:01"),
            (-91, "-0:02"),
            (7289, "+2:01"), (7290, "+2:02"), (-12_600, "-3:30"), (360_000, "+100:00"), (.max, "+2562047788015215:30"),
            (.min, "-2562047788015215:30"),
        ] as [(Int64, String)])
    func `A balance has its sign and the nearest minute, half up`(seconds: Int64, text: String) {
        #expect(WorkedTime.signedHoursAndMinutes(seconds) == text)
    }

    @Test(
        arguments: [
            (.nearest, 15, 450, 900), (.nearest, 15, 449, 0), (.nearest, 15, 900, 900), (.nearest, 15, 1349, 900),
            (.up, 15, 1, 900), (.up, 15, 900, 900), (.up, 15, 0, 0), (.down, 15, 899, 0), (.down, 15, 900, 900),
            (.nearest, 1, 30, 60), (.nearest, 5, 149, 0), (.nearest, 6, 180, 360), (.nearest, 10, 299, 0),
            (.up, 30, 49_500, 50_400),
            (.none, 15, 1234, 1234),
        ] as [(Rounding.Mode, Int64, Int64, Int64)])
    func `A day's worked time is rounded, half up`(mode: Rounding.Mode, unit: Int64, seconds: Int64, rounded: Int64) throws {
        #expect(try #require(Rounding(mode, unitMinutes: unit)).rounded(seconds) == rounded)
    }

    @Test(arguments: [0, 2, 7, 20, 60, -15] as [Int64])
    func `Rounding accepts only six units`(unit: Int64) {
        #expect(Rounding(.nearest, unitMinutes: unit) == nil)
    }

    @Test(arguments: ["none", "nearest-15", "up-1", "down-30", "nearest-6"])
    func `A rounding is read and written as text`(text: String) {
        #expect(Rounding(text: text)?.text == text)
    }

    @Test(arguments: [
        "", "nearest", "nearest-", "-15", "none-15", "nearest-7", "nearest-015", "nearest-+5", "nearest-15-1", "Up-5",
    ])
    func `A rounding rejects other texts`(text: String) {
        #expect(Rounding(text: text) == nil)
    }
}

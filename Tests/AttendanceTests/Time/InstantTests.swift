import Attendance
import Testing

@Suite struct `Instants` {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0),
            ("1970-01-01T00:00:00z", 0),
            ("1970-01-01t00:00:00+00:00", 0),
            ("1970-01-01T00:00:00-00:00", 0),
            ("2025-10-26T02:30:00+02:00", 1_761_438_600_000),
            ("2025-10-26T02:30:00+01:00", 1_761_442_200_000),
            ("2026-11-21T09:00:00.5+09:00", 1_795_219_200_500),
            ("2026-11-21T09:00:00.1239999999999999999999+09:00", 1_795_219_200_123),
            ("2026-11-21T09:00:00.05+09:00", 1_795_219_200_050),
            ("2024-02-29T23:59:59.999-12:00", 1_709_294_399_999),
            ("2000-02-29T00:00:00Z", 951_782_400_000),
            ("1969-12-31T23:59:59.25Z", -750),
            ("1969-12-31T19:00:00-05:00", 0),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000),
        ] as [(String, Int64)])
    func `An instant is parsed from RFC 3339`(text: String, milliseconds: Int64) {
        #expect(Instant(rfc3339: text)?.millisecondsSince1970 == milliseconds)
    }

    @Test(
        arguments: [
            ("2026-11-21T09:00:00+09:00", 32400), ("2026-11-21T09:00:00-03:30", -12600), ("2026-11-21T09:00:00Z", 0),
            ("2026-11-21T09:00:00-00:00", 0), ("2026-11-21T09:00:00+23:59", 86340),
        ] as [(String, Int64)])
    func `An instant is parsed with the offset of its text`(text: String, offset: Int64) throws {
        let parsed = try #require(Instant.withOffset(rfc3339: text))
        #expect(parsed.instant == Instant(rfc3339: text) && parsed.offset == offset)
    }

    @Test(arguments: [
        "", "2026", "2026-11-21", "2026-11-21T09:00:00", "2026-11-21 09:00:00Z", "2026-11-21T09:00Z", "2026-11-21T09:00:00 Z",
        "2026-11-21T24:00:00Z", "2026-11-21T23:60:00Z", "2026-12-31T23:59:60Z", "2026-11-21T09:00:00.Z",
        "2026-11-21T09:00:00,5Z", "2026-11-21T09:00:00+0900", "2026-11-21T09:00:00+09", "2026-11-21T09:00:00+24:00",
        "2026-11-21T09:00:00+09:60", "2026-11-21T09:00:00+09:00 ", " 2026-11-21T09:00:00Z", "2026-02-29T00:00:00Z",
        "2100-02-29T00:00:00Z", "2026-02-30T00:00:00Z", "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
        "2026-01-00T00:00:00Z", "26-11-21T09:00:00Z", "+2026-11-21T09:00:00Z", "2026-1-21T09:00:00Z", "２026-11-21T09:00:00Z",
        "2026-11-21T09:00:00Zx", "2026-11-21T09:00:00\u{2212}09:00", "2026-W47-6T09:00:00Z", "1795219200",
    ])
    func `Texts that are not RFC 3339 with an offset are rejected`(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test(
        arguments: [
            (1_761_438_600_999, 7200, "2025-10-26T02:30:00+02:00", "2025-10-26T02:30:00.999+02:00"),
            (1_761_442_200_000, 3600, "2025-10-26T02:30:00+01:00", "2025-10-26T02:30:00.000+01:00"),
            (0, 0, "1970-01-01T00:00:00+00:00", "1970-01-01T00:00:00.000+00:00"),
            (-1, 0, "1969-12-31T23:59:59+00:00", "1969-12-31T23:59:59.999+00:00"),
            (50, -12_600, "1969-12-31T20:30:00-03:30", "1969-12-31T20:30:00.050-03:30"),
            (5, 20_700, "1970-01-01T05:45:00+05:45", "1970-01-01T05:45:00.005+05:45"),
            // Monrovia until 1972, 44 minutes and 30 seconds behind UTC: the text drops the seconds of the offset but means
            // the same instant.
            (0, -2670, "1969-12-31T23:16:00-00:44", "1969-12-31T23:16:00.000-00:44"),
            (0, -30, "1970-01-01T00:00:00+00:00", "1970-01-01T00:00:00.000+00:00"),
        ] as [(Int64, Int, String, String)])
    func `An instant is written in RFC 3339 with the offset`(milliseconds: Int64, offset: Int, seconds: String, exact: String) {
        let instant = Instant(millisecondsSince1970: milliseconds)
        #expect(instant.rfc3339(offset: offset) == seconds)
        #expect(instant.rfc3339(offset: offset, precision: .milliseconds) == exact)
        #expect(Instant(rfc3339: exact) == instant)
    }

    @Test(arguments: [(0, 0), (999, 0), (1000, 1), (-1, -1), (-1000, -1), (-1001, -2)] as [(Int64, Int64)])
    func `An instant is floored to whole seconds`(milliseconds: Int64, seconds: Int64) {
        #expect(Instant(millisecondsSince1970: milliseconds).seconds == seconds)
    }
}

@Suite struct `Civil dates` {
    @Test(
        arguments: [
            (1970, 1, 1, 0, "1970-01-01"), (1969, 12, 31, -1, "1969-12-31"), (2000, 2, 29, 11016, "2000-02-29"),
            (2024, 2, 29, 19782, "2024-02-29"), (2026, 11, 21, 20778, "2026-11-21"), (1600, 12, 31, -134_775, "1600-12-31"),
            (0, 1, 1, -719_528, "0000-01-01"), (-1, 12, 31, -719_529, "-0001-12-31"), (9999, 12, 31, 2_932_896, "9999-12-31"),
        ] as [(Int64, Int64, Int64, Int64, String)])
    func `A civil date counts days since 1970`(year: Int64, month: Int64, day: Int64, days: Int64, text: String) {
        #expect(CivilDate(year: year, month: month, day: day)?.daysSince1970 == days)
        #expect(CivilDate(daysSince1970: days).components == (year, month, day))
        #expect(CivilDate(daysSince1970: days).description == text)
    }

    @Test(
        arguments: [
            (2025, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 1, 32), (2026, 1, 0), (2026, 0, 1), (2026, 13, 1),
            (2026, -1, 1),
        ] as [(Int64, Int64, Int64)])
    func `A civil date that does not exist is rejected`(year: Int64, month: Int64, day: Int64) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test func `Each day of 800 years has one civil date`() {
        var expected = CivilDate(daysSince1970: -250_000)
        for days in Int64(-250_000)...42_194 {
            let date = CivilDate(daysSince1970: days)
            let (year, month, day) = date.components
            if CivilDate(year: year, month: month, day: day) != date || date < expected {
                Issue.record("day \(days) is \(date)")
            }
            expected = date
        }
    }
}

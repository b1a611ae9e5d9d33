import Attendance
import Testing

private func night(_ from: String, _ to: String) throws -> NightBand {
    let times = try (#require(OfficeSettings.timeOfDay(from)), #require(OfficeSettings.timeOfDay(to)))
    return try #require(NightBand(from: times.0, to: times.1))
}

private func seconds(_ text: String) throws -> Int64 { try #require(Instant(rfc3339: text)).seconds }

@Suite struct `Night work` {
    /// A zone, a band, an interval and its seconds of night work.
    @Test(
        arguments: [
            ("Asia/Tokyo", "22:00", "05:00", "2026-11-21T09:00:00+09:00", "2026-11-21T18:00:00+09:00", 0),
            ("Asia/Tokyo", "22:00", "05:00", "2026-11-21T18:00:00+09:00", "2026-11-21T22:00:00+09:00", 0),
            ("Asia/Tokyo", "22:00", "05:00", "2026-11-21T18:00:00+09:00", "2026-11-21T22:00:01+09:00", 1),
            ("Asia/Tokyo", "22:00", "05:00", "2026-11-21T20:00:00+09:00", "2026-11-22T08:00:00+09:00", 25_200),
            ("Asia/Tokyo", "22:00", "05:00", "2026-11-22T04:59:59+09:00", "2026-11-22T08:00:00+09:00", 1),
            ("Asia/Tokyo", "22:00", "05:00", "2026-11-22T01:00:00+09:00", "2026-11-22T02:00:00+09:00", 3600),
            // The band does not pass midnight.
            ("Asia/Tokyo", "00:00", "06:00", "2026-11-21T22:00:00+09:00", "2026-11-22T02:00:00+09:00", 7200),
            ("Asia/Tokyo", "12:00", "13:00", "2026-11-21T09:00:00+09:00", "2026-11-21T18:00:00+09:00", 3600),
            // A part of two nights, and three nights.
            ("Asia/Tokyo", "22:00", "05:00", "2026-11-21T04:00:00+09:00", "2026-11-21T23:00:00+09:00", 7200),
            ("Asia/Tokyo", "22:00", "05:00", "2026-11-21T12:00:00+09:00", "2026-11-24T12:00:00+09:00", 75_600),
            // The clock is set back, then forward.
            ("Europe/Berlin", "23:00", "06:00", "2025-10-25T20:00:00+02:00", "2025-10-26T08:00:00+01:00", 28_800),
            ("Europe/Berlin", "23:00", "06:00", "2025-03-29T20:00:00+01:00", "2025-03-30T08:00:00+02:00", 21_600),
            // It reads the end twice: the first time counts. It skips the end, or the beginning: the instant of the change counts.
            ("Europe/Berlin", "23:00", "02:30", "2025-10-25T20:00:00+02:00", "2025-10-26T08:00:00+01:00", 12_600),
            ("Europe/Berlin", "02:30", "06:00", "2025-10-25T20:00:00+02:00", "2025-10-26T08:00:00+01:00", 16_200),
            ("Europe/Berlin", "23:00", "02:30", "2025-03-29T20:00:00+01:00", "2025-03-30T08:00:00+02:00", 10_800),
            ("Europe/Berlin", "02:30", "06:00", "2025-03-29T20:00:00+01:00", "2025-03-30T08:00:00+02:00", 10_800),
            ("Europe/Berlin", "02:15", "02:45", "2025-03-29T20:00:00+01:00", "2025-03-30T08:00:00+02:00", 0),
            ("America/Santiago", "00:00", "05:00", "2025-09-06T20:00:00-04:00", "2025-09-07T08:00:00-03:00", 14_400),
            // Apia skipped 30 December 2011.
            ("Pacific/Apia", "22:00", "05:00", "2011-12-29T20:00:00-10:00", "2011-12-31T08:00:00+14:00", 25_200),
        ] as [(String, String, String, String, String, Int64)])
    func `Each end of a night is computed like a day boundary`(
        zone: String, from: String, to: String, start: String, end: String, expected: Int64
    ) throws {
        var calendar = OfficeCalendar(OfficeSettings(zone: try systemZones().rules(of: zone), nightBand: try night(from, to)))
        let (start, end, day) = (try seconds(start), try seconds(end), CivilDate(daysSince1970: 0))
        #expect(calendar.nightSeconds(from: start, to: end, on: day) == expected)
        // Parts add up, and a second question finds the nights in memory.
        let middle = (start + end) / 2
        let parts = [(start, middle), (middle, end)].map { calendar.nightSeconds(from: $0, to: $1, on: day) }
        #expect(parts.reduce(0, +) == expected)
    }

    @Test(arguments: [(0, 0), (3600, 3600), (-1, 3600), (0, 86_400)] as [(Int64, Int64)])
    func `A night band is two different times of a day`(from: Int64, to: Int64) {
        #expect(NightBand(from: from, to: to) == nil)
    }

    private func rows(_ scenario: LogScenario, _ band: NightBand?) throws -> [String] {
        var calendars = try scenario.calendars()
        let (tokyo, zone) = (OfficeID(1), try systemZones().rules(of: "Asia/Tokyo"))
        let settings = OfficeSettings(
            zone: zone, dayBoundary: try #require(OfficeSettings.timeOfDay(scenario.boundary)), policy: scenario.policy,
            nightBand: band)
        calendars[tokyo] = OfficeCalendar(settings, later: scenario.later.map { ($0.from, $0.settings) })
        let asOf = try #require(Instant(rfc3339: LogScenario.instant(scenario.asOf)))
        let record = PersonRecord(of: try scenario.ingested().events["ada"] ?? [], in: &calendars, asOf: asOf)
        // The intervals of work have the same seconds as the rows.
        for row in record.rows {
            let parts = record.sessions.flatMap { $0.workParts(&calendars) }.filter { $0.date == row.key.date }
            #expect(parts.reduce(0) { $0 + $1.end - $1.start } == row.workedSeconds)
        }
        return record.rows.map { "\($0.key.date.components.day) \($0.workedSeconds) \($0.nightSeconds)" }
    }

    private let shift = LogScenario(
        "1 ada start A1 21T20:00", "2 ada pause 21T23:00", "3 ada start A1 22T00:00", "4 ada end 22T06:00")

    @Test func `Breaks, unconfirmed time and offices without a night band have no night work`() throws {
        let band = try night("22:00", "05:00")
        #expect(try rows(shift, band) == ["21 32400 21600"])
        #expect(try rows(shift, nil) == ["21 32400 0"])
        #expect(try rows(LogScenario("1 ada start A1 21T20:00", asOf: "22T02:00"), band) == ["21 0 0"])
        #expect(try rows(LogScenario("1 ada start A1 21T20:00"), band) == ["21 0 0"])
        let late = LogScenario("1 ada start A1 21T20:00", "2 ada start B1 21T23:00")
        #expect(try rows(late, band) == ["21 10800 3600"])
    }

    @Test func `A split session has the night work of each day on it`() throws {
        var split = shift
        split.policy.attribution = .split
        let band = try night("22:00", "05:00")
        #expect(try rows(split, band) == ["21 10800 3600", "22 21600 18000"])
        split.boundary = "03:00"
        #expect(try rows(split, band) == ["21 21600 14400", "22 10800 7200"])
    }

    @Test func `The night band in force on the day of its start applies to the whole session`() throws {
        let zone = try systemZones().rules(of: "Asia/Tokyo")
        let first = try #require(CivilDate(text: "2026-11-22"))
        var changed = LogScenario(
            "1 ada start A1 21T20:00", "2 ada end 22T06:00", "3 ada start A1 22T20:00", "4 ada end 23T06:00")
        changed.later = [("Tokyo", first, OfficeSettings(zone: zone, nightBand: try night("23:00", "06:00")))]
        #expect(try rows(changed, try night("22:00", "05:00")) == ["21 36000 25200", "22 36000 25200"])
        #expect(try rows(changed, nil) == ["21 36000 0", "22 36000 25200"])
        changed.later = [("Tokyo", first, OfficeSettings(zone: zone))]
        #expect(try rows(changed, try night("22:00", "05:00")) == ["21 36000 25200", "22 36000 0"])
    }
}

import Attendance
import Foundation
import TestServers
import Testing

private func seconds(_ text: String) throws -> Int64 { try #require(Instant(rfc3339: text)).seconds }

private func date(_ text: String) throws -> CivilDate {
    let parts = text.split(separator: "-").compactMap { Int64($0) }
    return try #require(CivilDate(year: parts[0], month: parts[1], day: parts[2]))
}

@Suite struct `Working day` {
    /// The start of a working day and its length in seconds.
    @Test(
        arguments: [
            ("Europe/Berlin", "00:00", "2025-03-30", "2025-03-30T00:00:00+01:00", 82_800),
            ("Europe/Berlin", "03:00", "2025-03-29", "2025-03-29T03:00:00+01:00", 82_800),
            // The boundary is in the skipped hour: the day begins when the clock is set forward.
            ("Europe/Berlin", "02:30", "2025-03-30", "2025-03-30T03:00:00+02:00", 84_600),
            ("Europe/Berlin", "03:00", "2025-03-30", "2025-03-30T03:00:00+02:00", 86_400),
            ("Europe/Berlin", "05:00", "2025-03-30", "2025-03-30T05:00:00+02:00", 86_400),
            ("Europe/Berlin", "00:00", "2025-10-26", "2025-10-26T00:00:00+02:00", 90_000),
            // The boundary occurs twice: the day begins at the first occurrence.
            ("Europe/Berlin", "02:30", "2025-10-26", "2025-10-26T02:30:00+02:00", 90_000),
            ("Europe/Berlin", "02:00", "2025-10-26", "2025-10-26T02:00:00+02:00", 90_000),
            // The clock is set back before it reads 3:00, so the next day begins an hour later.
            ("Europe/Berlin", "03:00", "2025-10-25", "2025-10-25T03:00:00+02:00", 90_000),
            ("Europe/Berlin", "03:00", "2025-10-26", "2025-10-26T03:00:00+01:00", 86_400),
            ("America/New_York", "00:00", "2025-03-09", "2025-03-09T00:00:00-05:00", 82_800),
            ("America/New_York", "05:00", "2025-11-01", "2025-11-01T05:00:00-04:00", 90_000),
            ("America/New_York", "01:30", "2025-11-02", "2025-11-02T01:30:00-04:00", 90_000),
            ("Australia/Lord_Howe", "00:00", "2025-04-06", "2025-04-06T00:00:00+11:00", 88_200),
            ("Australia/Lord_Howe", "01:45", "2025-04-06", "2025-04-06T01:45:00+11:00", 88_200),
            ("Australia/Lord_Howe", "02:15", "2025-10-05", "2025-10-05T02:30:00+11:00", 85_500),
            ("Australia/Lord_Howe", "03:00", "2025-10-04", "2025-10-04T03:00:00+10:30", 84_600),
            ("Asia/Kolkata", "05:00", "2025-03-30", "2025-03-30T05:00:00+05:30", 86_400),
            ("Asia/Tokyo", "05:00", "2025-10-26", "2025-10-26T05:00:00+09:00", 86_400),
            ("Africa/Casablanca", "03:00", "2025-02-22", "2025-02-22T03:00:00+01:00", 90_000),
            ("Africa/Casablanca", "03:00", "2025-04-06", "2025-04-06T03:00:00+01:00", 86_400),
            ("Africa/Casablanca", "02:30", "2025-04-06", "2025-04-06T03:00:00+01:00", 84_600),
            // In Santiago, midnight is skipped in September, and in April the last hour of the previous day occurs twice.
            ("America/Santiago", "00:00", "2025-09-06", "2025-09-06T00:00:00-04:00", 86_400),
            ("America/Santiago", "00:00", "2025-09-07", "2025-09-07T01:00:00-03:00", 82_800),
            ("America/Santiago", "00:00", "2025-04-05", "2025-04-05T00:00:00-03:00", 90_000),
            ("America/Santiago", "00:00", "2025-04-06", "2025-04-06T00:00:00-04:00", 86_400),
            ("America/Santiago", "23:30", "2025-04-05", "2025-04-05T23:30:00-03:00", 90_000),
            // Apia skipped 30 December 2011.
            ("Pacific/Apia", "00:00", "2011-12-29", "2011-12-29T00:00:00-10:00", 86_400),
            ("Pacific/Apia", "00:00", "2011-12-31", "2011-12-31T00:00:00+14:00", 86_400),
            ("Pacific/Apia", "05:00", "2011-12-29", "2011-12-29T05:00:00-10:00", 86_400),
            ("Pacific/Apia", "05:00", "2011-12-31", "2011-12-31T05:00:00+14:00", 86_400),
            // Kwajalein skipped 21 August 1993.
            ("Pacific/Kwajalein", "03:00", "1993-08-20", "1993-08-20T03:00:00-12:00", 86_400),
            // St John's changed at 00:01.
            ("America/St_Johns", "00:00", "2010-11-07", "2010-11-07T00:00:00-02:30", 90_000),
            // Alaska crossed the date line in the afternoon of the 19th, which became the 18th again.
            ("America/Juneau", "00:00", "1867-10-19", "1867-10-19T00:00:00+15:02", 172_800),
        ] as [(String, String, String, String, Int64)])
    func `A working day begins when the clock first reads the boundary`(
        zone: String, boundary: String, day: String, start: String, length: Int64
    ) throws {
        var calendar = try calendar(zone, boundary)
        let start = try seconds(start)
        let found = calendar.workingDay(at: start)
        // Some old offsets have seconds, which RFC 3339 cannot express.
        let slack: Int64 = zone == "America/Juneau" ? 60 : 0
        #expect(abs(found.start - start) <= slack)
        #expect(found.date.description == day)
        #expect(abs(found.end - found.start - length) <= slack)
        #expect(calendar.workingDay(at: found.start - 1).end == found.start)
        #expect(calendar.workingDay(at: found.end - 1) == found)
        #expect(calendar.workingDay(at: found.end).start == found.end)
    }

    @Test(arguments: [
        ("Pacific/Apia", "2011-12-29", true), ("Pacific/Apia", "2011-12-30", false), ("Pacific/Apia", "2011-12-31", true),
        ("Pacific/Kwajalein", "1993-08-21", false), ("Pacific/Kiritimati", "1994-12-31", false),
        ("Pacific/Kiritimati", "1995-01-01", true), ("Asia/Tokyo", "2025-02-28", true),
        ("America/Santiago", "2025-09-07", true),
    ])
    func `A date that a zone skips is no working day`(zone: String, day: String, exists: Bool) throws {
        #expect(try systemZones().rules(of: zone).contains(date(day)) == exists)
    }

    @Test(
        arguments: [
            ("05:00", 18_000), ("00:00", 0), ("23:59", 86_340), ("24:00", nil), ("5:00", nil), ("05:60", nil), ("0500", nil),
            ("05:00:00", nil), ("-5:00", nil), ("", nil), ("05.00", nil), ("０5:00", nil),
        ] as [(String, Int64?)])
    func `A day boundary is hours and minutes`(text: String, seconds: Int64?) {
        #expect(OfficeSettings.timeOfDay(text) == seconds)
    }

    /// Checks every minute around each change with a direct implementation of the definition.
    @Test(
        .enabled(if: Python.isAvailable, "Install python3 to compare working days with an independent search."),
        arguments: [
            "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Asia/Tokyo", "Africa/Casablanca",
            "America/Santiago", "Pacific/Apia", "America/St_Johns", "Asia/Almaty", "Africa/Cairo", "Pacific/Kwajalein",
        ])
    func `Working days agree with a search minute by minute`(zone: String) async throws {
        let script = """
            import zoneinfo, sys, datetime
            zone = zoneinfo.ZoneInfo(sys.argv[1])
            special = {'Pacific/Kwajalein': (1993,), 'Asia/Almaty': (2024,), 'Pacific/Apia': (2011,)}
            years = special.get(sys.argv[1], (2010, 2025))
            utc = datetime.timezone.utc
            offset = lambda t: int(datetime.datetime.fromtimestamp(t, utc).astimezone(zone).utcoffset().total_seconds())
            newyear = lambda year: int(datetime.datetime(year, 1, 1, tzinfo=utc).timestamp())
            hours = [t for year in years for t in range(newyear(year), newyear(year + 1), 43200)]
            changes = [t for t in hours if offset(t) != offset(t + 43200)] or [1761440400]
            for change in changes:
                minutes = range(change - 4 * 86400, change + 5 * 86400, 60)
                local = [t + offset(t) for t in minutes]
                dates = sorted({l // 86400 for l in local})
                for boundary in (0, 3 * 3600, 5 * 3600):
                    starts = []
                    for date in dates[1:-1]:
                        # Earliest instant at which the clock reads the boundary or later.
                        starts.append((next(t for t, l in zip(minutes, local) if l >= date * 86400 + boundary), date))
                    for index in range(0, len(minutes), 7):
                        t = minutes[index]
                        if not change - 2 * 86400 <= t < change + 2 * 86400: continue
                        begun = [(date, start) for start, date in starts if start <= t]
                        date, start = max(begun)
                        print(boundary, t, date, start)
            """
        let (lines, errors, status) = try await output(of: Python.path, ["-c", script, zone])
        try #require(status == 0, "\(errors)")
        var calendars = try [0, 3, 5].map { try calendar(zone, "0\($0):00") }
        var count = 0
        for line in lines.split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            let place = [0: 0, 10_800: 1, 18_000: 2][numbers[0]] ?? 0
            let day = calendars[place].workingDay(at: numbers[1])
            if CivilDate(daysSince1970: numbers[2]) != day.date || day.start != numbers[3] {
                Issue.record("\(zone) \(line): \(day)")
            }
            count += 1
        }
        #expect(count > 2000)
    }

    /// New settings apply from a working day on: no earlier day changes, and every instant has one day.
    @Test(arguments: [
        ("Asia/Tokyo", "05:00", "Europe/Berlin", "00:00"), ("Europe/Berlin", "00:00", "Asia/Tokyo", "05:00"),
        ("Asia/Tokyo", "00:00", "Asia/Tokyo", "05:00"), ("Asia/Tokyo", "23:59", "Asia/Tokyo", "00:00"),
        ("Pacific/Kiritimati", "00:00", "Pacific/Pago_Pago", "23:00"),
        ("Pacific/Pago_Pago", "23:00", "Pacific/Kiritimati", "00:00"),
    ])
    func `New settings change no past working day`(zone: String, boundary: String, newZone: String, newBoundary: String) throws
    {
        let (old, new) = (try calendar(zone, boundary), try calendar(newZone, newBoundary))
        let first = try date("2026-11-21")
        let settings = [old, new].map { $0.settings(for: first) }
        var before = old
        var changed = OfficeCalendar(settings[0], later: [(first, settings[1])])
        #expect(changed.settings(for: CivilDate(daysSince1970: first.daysSince1970 - 1)) == settings[0])
        #expect(changed.settings(for: first) == settings[1])
        var last: WorkingDay?
        for time in stride(from: try seconds("2026-11-18T00:00:00Z"), to: try seconds("2026-11-25T00:00:00Z"), by: 60) {
            let day = changed.workingDay(at: time)
            #expect(day.contains(time))
            if day.date < first {
                #expect(day.start == before.workingDay(at: day.start).start)
                #expect(settings[0].start(of: day.date) == day.start)
            } else {
                #expect(settings[1].start(of: day.date) == day.start)
            }
            if let last, last != day {
                #expect(last.end == day.start)
                #expect(last.date < day.date)
            }
            last = day
        }
    }

    @Test func `A session follows the rules in force at its start`() throws {
        var scenario = LogScenario(
            "1 ada start A1 21T23:00", "2 ada start A1 22T06:00", "3 ada start A1 23T22:00", "4 ada end 24T04:00")
        var split = AttendancePolicy()
        split.attribution = .split
        split.maximumSession = .seconds(3600 * 6)
        scenario.later = [
            ("Tokyo", try date("2026-11-23"), OfficeSettings(zone: try systemZones().rules(of: "Asia/Tokyo"), policy: split))
        ]
        #expect(
            try scenario.rows() == [
                "ada 2026-11-21 Tokyo 21T23:00/ work 25200 unconfirmed 32400 x1 [missing_end;suspect_missing_pause]",
                "ada 2026-11-23 Tokyo 23T22:00/24T00:00 work 7200 x1 [continues_next_day]",
                "ada 2026-11-24 Tokyo 24T00:00/24T04:00 work 14400 x1 [continued]",
            ])
    }

    /// A night of work across a clock change: elapsed time, and local times with the offset at each instant.
    @Test(
        arguments: [
            (
                "2025-10-25T22:00:00+02:00", "2025-10-26T06:00:00+01:00", 32_400,
                "2025-10-25T22:00:00+02:00/2025-10-26T06:00:00+01:00"
            ),
            (
                "2026-03-28T22:00:00+01:00", "2026-03-29T06:00:00+02:00", 25_200,
                "2026-03-28T22:00:00+01:00/2026-03-29T06:00:00+02:00"
            ),
            (
                "2025-10-26T02:30:00+02:00", "2025-10-26T02:30:00+01:00", 3600,
                "2025-10-26T02:30:00+02:00/2025-10-26T02:30:00+01:00"
            ),
        ] as [(String, String, Int64, String)])
    func `Worked time across a clock change is elapsed time`(start: String, end: String, worked: Int64, span: String) throws {
        let scenario = LogScenario(
            "1 ada start A1 \(start) office=Berlin", "2 ada end \(end) office=Berlin", asOf: "2026-12-01T00:00:00Z")
        #expect(try scenario.rows() == ["ada \(start.prefix(10)) Berlin \(span) work \(worked) x1 []"])
    }
}

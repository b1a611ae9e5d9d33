import Attendance
import Foundation
import Testing

@testable import AttendanceStore

@Suite struct `Times of reminders` {
    private static func rules(_ zone: String) throws -> TimeZoneRules { try TimeZoneDatabase.system().rules(of: zone) }

    private static func seconds(_ time: String) throws -> Int64 { try #require(OfficeSettings.timeOfDay(time)) }

    @Test(
        arguments: [
            // Over midnight.
            ("Asia/Tokyo", "21:00-07:00", "2026-11-20T20:59:59+09:00", nil),
            ("Asia/Tokyo", "21:00-07:00", "2026-11-20T21:00:00+09:00", "2026-11-21T07:00:00+09:00"),
            ("Asia/Tokyo", "21:00-07:00", "2026-11-20T23:59:59+09:00", "2026-11-21T07:00:00+09:00"),
            ("Asia/Tokyo", "21:00-07:00", "2026-11-21T00:00:00+09:00", "2026-11-21T07:00:00+09:00"),
            ("Asia/Tokyo", "21:00-07:00", "2026-11-21T06:59:59+09:00", "2026-11-21T07:00:00+09:00"),
            ("Asia/Tokyo", "21:00-07:00", "2026-11-21T07:00:00+09:00", nil),
            // Until and from midnight.
            ("Asia/Tokyo", "22:00-00:00", "2026-12-31T23:00:00+09:00", "2027-01-01T00:00:00+09:00"),
            ("Asia/Tokyo", "22:00-00:00", "2027-01-01T00:00:00+09:00", nil),
            ("Asia/Tokyo", "00:00-06:00", "2026-11-20T00:00:00+09:00", "2026-11-20T06:00:00+09:00"),
            ("Asia/Tokyo", "00:00-06:00", "2026-11-20T23:59:59+09:00", nil),
            // By day.
            ("Asia/Tokyo", "09:00-17:00", "2026-11-20T12:00:00+09:00", "2026-11-20T17:00:00+09:00"),
            ("Asia/Tokyo", "09:00-17:00", "2026-11-20T17:00:00+09:00", nil),
            ("Asia/Tokyo", "09:00-17:00", "2026-11-20T08:59:59+09:00", nil),
            // None.
            ("Asia/Tokyo", "00:00-00:00", "2026-11-20T03:00:00+09:00", nil),
            ("Asia/Tokyo", "21:00-21:00", "2026-11-20T21:00:00+09:00", nil),
            // West of Greenwich it is another day in UTC.
            ("America/New_York", "21:00-07:00", "2026-11-20T22:00:00-05:00", "2026-11-21T07:00:00-05:00"),
            // The clock is set forward from 02:00 to 03:00.
            ("Europe/Berlin", "21:00-07:00", "2026-03-28T22:00:00+01:00", "2026-03-29T07:00:00+02:00"),
            ("Europe/Berlin", "21:00-02:30", "2026-03-29T01:30:00+01:00", "2026-03-29T03:00:00+02:00"),
            // The clock is set back from 03:00 to 02:00.
            ("Europe/Berlin", "21:00-07:00", "2026-10-24T23:00:00+02:00", "2026-10-25T07:00:00+01:00"),
            ("Europe/Berlin", "21:00-02:30", "2026-10-25T01:00:00+02:00", "2026-10-25T02:30:00+02:00"),
            ("Europe/Berlin", "21:00-02:30", "2026-10-25T02:10:00+01:00", nil),
        ] as [(String, String, String, String?)])
    func `A message waits until the quiet hours end`(zone: String, hours: String, at: String, next: String?) throws {
        let times = hours.split(separator: "-").map(String.init)
        var reminders = OfficeReminders()
        (reminders.quietFrom, reminders.quietTo) = (try Self.seconds(times[0]), try Self.seconds(times[1]))
        let instant = try #require(Instant(rfc3339: at))
        let allowed = reminders.nextAllowed(after: instant, zone: try Self.rules(zone))
        #expect(allowed == next.flatMap { Instant(rfc3339: $0) } ?? instant)
    }

    @Test(arguments: [
        ("Asia/Tokyo", "20:00", "2026-11-20T19:59:59+09:00", "2026-11-19"),
        ("Asia/Tokyo", "20:00", "2026-11-20T20:00:00+09:00", "2026-11-20"),
        ("Asia/Tokyo", "20:00", "2026-11-21T00:00:00+09:00", "2026-11-20"),
        ("Asia/Tokyo", "08:00", "2026-11-20T08:00:00+09:00", "2026-11-20"),
        ("Asia/Tokyo", "00:00", "2026-11-20T00:00:00+09:00", "2026-11-20"),
        ("America/New_York", "20:00", "2026-11-20T20:00:00-05:00", "2026-11-20"),
        ("Europe/Berlin", "02:30", "2026-03-29T01:59:59+01:00", "2026-03-28"),
        ("Europe/Berlin", "02:30", "2026-03-29T03:00:00+02:00", "2026-03-29"),
        ("Europe/Berlin", "02:30", "2026-10-25T02:29:59+02:00", "2026-10-24"),
        ("Europe/Berlin", "02:30", "2026-10-25T02:10:00+01:00", "2026-10-25"),
    ])
    func `Missing ends are looked for at the office's time of each day`(
        zone: String, time: String, at: String, day: String
    ) throws {
        var reminders = OfficeReminders()
        reminders.missingEndAt = try Self.seconds(time)
        let instant = try #require(Instant(rfc3339: at))
        #expect(reminders.latestRun(at: instant, zone: try Self.rules(zone)).description == day)
    }

    @Test func `Attempts are repeated for a day at most, first after a minute, later each hour`() {
        let waits = (1...100).compactMap { (attempts: Int64) in DueReminder.retryWait(afterAttempts: attempts) }
        #expect(Array(waits.prefix(7)) == [60, 120, 240, 480, 960, 1920, 3600].map { Duration.seconds($0) })
        #expect(waits.count == 28 && waits.last == .seconds(3600))
        let total = waits.reduce(.zero, +)
        #expect(total <= .seconds(86_400) && total > .seconds(82_800))
    }
}

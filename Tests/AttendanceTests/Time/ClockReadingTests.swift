import Attendance
import Testing

@Suite struct `Local clock` {
    /// Whole hours and minutes of a date, counted like seconds since 1970.
    private func reading(_ text: String) throws -> Int64 { try #require(Instant(rfc3339: text + "Z")).seconds }

    @Test(
        arguments: [
            // Once.
            ("Asia/Tokyo", "2026-11-20T12:00:00", ["2026-11-20T03:00:00Z"]),
            ("Europe/Berlin", "2026-10-25T01:59:59", ["2026-10-24T23:59:59Z"]),
            ("Europe/Berlin", "2026-10-25T03:00:00", ["2026-10-25T02:00:00Z"]),
            ("Europe/Berlin", "2026-03-29T03:00:00", ["2026-03-29T01:00:00Z"]),
            // Twice: the clock is set back.
            ("Europe/Berlin", "2026-10-25T02:00:00", ["2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"]),
            ("Europe/Berlin", "2026-10-25T02:59:59", ["2026-10-25T00:59:59Z", "2026-10-25T01:59:59Z"]),
            ("Australia/Lord_Howe", "2026-04-05T01:45:00", ["2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"]),
            ("America/Santiago", "2026-04-04T23:30:00", ["2026-04-05T02:30:00Z", "2026-04-05T03:30:00Z"]),
            // Never: the clock is set forward, or the date is skipped.
            ("Europe/Berlin", "2026-03-29T02:00:00", []), ("Europe/Berlin", "2026-03-29T02:59:59", []),
            ("Australia/Lord_Howe", "2026-10-04T02:15:00", []), ("America/Santiago", "2026-09-06T00:30:00", []),
            ("Pacific/Apia", "2011-12-30T12:00:00", []),
            ("America/New_York", "2499-03-08T02:30:00", []),
        ] as [(String, String, [String])])
    func `The local clock shows a reading once, twice or never`(zone: String, local: String, instants: [String]) throws {
        let expected = try instants.map { try #require(Instant(rfc3339: $0)).seconds }
        #expect(try systemZones().rules(of: zone).instants(reading: try reading(local)) == expected)
    }
}

import Attendance
import Postgres

/// Every office's calendar, made of what the offices have set. Kept for as long as that is the same, because working days are
/// costly to find and everybody in an office has the same.
struct OfficeClocks {
    private var versions: [OfficeSettingsVersion] = []
    var calendars = OfficeCalendars([:])

    /// - Parameter rows: of `office_settings`, an office's in the order of their days.
    init(_ rows: PostgresResult, _ zones: TimeZoneDatabase? = nil) throws {
        try take(rows, zones)
    }

    /// Knows no office.
    init() {}

    /// Goes on to what is set now.
    /// - Parameter zones: nil is the system's.
    mutating func take(_ rows: PostgresResult, _ zones: TimeZoneDatabase? = nil) throws {
        let versions = try rows.map(OfficeSettingsVersion.init)
        if versions == self.versions { return }
        calendars = try Self.calendars(of: versions, try zones ?? .system())
        self.versions = versions
    }

    static func calendars(of versions: [OfficeSettingsVersion], _ zones: TimeZoneDatabase) throws -> OfficeCalendars {
        var calendars: [Int64: OfficeCalendar] = [:]
        for (office, versions) in Dictionary(grouping: versions, by: \.office) {
            guard let first = versions.first else { continue }
            let later = try versions.dropFirst().compactMap { version in
                try version.validFrom.map { ($0, try version.settings(zones)) }
            }
            calendars[office] = OfficeCalendar(try first.settings(zones), later: later)
        }
        return OfficeCalendars(calendars)
    }

    /// The policy by which an office judges what arrives at `instant`.
    mutating func policy(of office: Int64?, at instant: Instant) -> AttendancePolicy {
        office.map { calendars[$0].policy(at: instant.seconds) } ?? AttendancePolicy()
    }
}

import Attendance
import Postgres

/// The calendars of all offices. Rebuilt only if settings changed, because working days are expensive to compute and equal for
/// all people of an office.
struct OfficeClocks {
    private(set) var versions: [OfficeSettingsVersion] = []
    var calendars = OfficeCalendars([:])

    /// - Parameter rows: of `office_settings`, each office's ordered by day.
    init(_ rows: PostgresResult, _ zones: TimeZoneDatabase? = nil) throws {
        try take(rows, zones)
    }

    /// Contains no office.
    init() {}

    /// Rebuilds the calendars if the settings changed.
    /// - Parameter zones: nil: the system's.
    /// - Returns: whether the settings of an office that was known before changed.
    @discardableResult
    mutating func take(_ rows: PostgresResult, _ zones: TimeZoneDatabase? = nil) throws -> Bool {
        let versions = try rows.map(OfficeSettingsVersion.init)
        if versions == self.versions { return false }
        calendars = try Self.calendars(of: versions, try zones ?? .system())
        let known = Set(self.versions.map(\.office))
        defer { self.versions = versions }
        return versions.filter { known.contains($0.office) } != self.versions
    }

    static func calendars(of versions: [OfficeSettingsVersion], _ zones: TimeZoneDatabase) throws -> OfficeCalendars {
        var calendars: [OfficeID: OfficeCalendar] = [:]
        for (office, versions) in Dictionary(grouping: versions, by: \.office) {
            guard let first = versions.first else { continue }
            let later = try versions.dropFirst().compactMap { version in
                try version.validFrom.map { ($0, try version.settings(zones)) }
            }
            calendars[office] = OfficeCalendar(try first.settings(zones), later: later)
        }
        return OfficeCalendars(calendars)
    }

    /// The policy that an office applies to taps received at `instant`; without an office, the default policy.
    mutating func policy(of office: OfficeID?, at instant: Instant) -> AttendancePolicy {
        office.map { calendars[$0].policy(at: instant.seconds) } ?? AttendancePolicy()
    }
}

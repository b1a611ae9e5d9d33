package import Attendance
import Postgres

/// What an office has set for its working days from one of them on.
package struct OfficeSettingsVersion: Sendable, Equatable {
    package let office: Int64
    /// The first working day it holds for; nil: from the beginning.
    package let validFrom: CivilDate?
    /// An IANA name.
    package var timeZone: String
    /// When a working day begins by the local clock, in seconds after midnight.
    package var dayBoundary: Int64
    package var policy: AttendancePolicy

    init(office: Int64, validFrom: CivilDate?, timeZone: String, dayBoundary: Int64 = 0) {
        self.office = office
        self.validFrom = validFrom
        self.timeZone = timeZone
        self.dayBoundary = dayBoundary
        policy = AttendancePolicy()
    }

    /// The same from a later day on.
    func valid(from day: CivilDate) -> OfficeSettingsVersion {
        var later = OfficeSettingsVersion(office: office, validFrom: day, timeZone: timeZone, dayBoundary: dayBoundary)
        later.policy = policy
        return later
    }

    /// With the zone's rules as the time zone database has them.
    func settings(_ zones: TimeZoneDatabase) throws(StoreError) -> OfficeSettings {
        do {
            return OfficeSettings(zone: try zones.rules(of: timeZone), dayBoundary: dayBoundary, policy: policy)
        } catch {
            throw .badTimeZone(error)
        }
    }
}

extension OfficeSettingsVersion {
    /// Reads a row of `office_settings`.
    init(_ row: PostgresRow) throws {
        self.init(
            office: try row.get(0), validFrom: try row.getIfPresent(1, as: Int64.self).map(CivilDate.init),
            timeZone: try row.get(2), dayBoundary: try row.get(3))
        policy.attribution = try row.choice(4)
        policy.maximumSessionSeconds = try row.getIfPresent(5)
        policy.closesAtBoundary = try row.get(6)
        policy.repeatWindowSeconds = try row.get(7)
        policy.lateFlagSeconds = try row.get(8)
        policy.futureToleranceSeconds = try row.get(9)
        policy.maximumAgeSeconds = try row.getIfPresent(10)
    }
}

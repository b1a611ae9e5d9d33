package import Attendance
import Postgres

/// A version of an office's settings, valid from a working day.
package struct OfficeSettingsVersion: Sendable, Equatable {
    package let office: OfficeID
    /// The first working day for which it is valid; nil: from the beginning.
    package let validFrom: CivilDate?
    /// An IANA name.
    package var timeZone: String
    /// The start of a working day in local time, in seconds after midnight.
    package var dayBoundary: Int64
    package var policy: AttendancePolicy
    /// nil: night work is not counted.
    package var nightBand: NightBand?

    init(office: OfficeID, validFrom: CivilDate?, timeZone: String, dayBoundary: Int64 = 0) {
        self.office = office
        self.validFrom = validFrom
        self.timeZone = timeZone
        self.dayBoundary = dayBoundary
        policy = AttendancePolicy()
    }

    /// Whether all settings are equal, apart from the day from which they are valid.
    package func hasSameSettings(as other: OfficeSettingsVersion) -> Bool {
        timeZone == other.timeZone && dayBoundary == other.dayBoundary && policy == other.policy
            && nightBand == other.nightBand
    }

    /// A copy that is valid from another day.
    func valid(from day: CivilDate) -> OfficeSettingsVersion {
        var later = OfficeSettingsVersion(office: office, validFrom: day, timeZone: timeZone, dayBoundary: dayBoundary)
        later.policy = policy
        later.nightBand = nightBand
        return later
    }

    /// The settings with the time zone's rules.
    func settings(_ zones: TimeZoneDatabase) throws(StoreError) -> OfficeSettings {
        do {
            return OfficeSettings(
                zone: try zones.rules(of: timeZone), dayBoundary: dayBoundary, policy: policy, nightBand: nightBand)
        } catch {
            throw .badTimeZone(error)
        }
    }
}

extension TimeZoneDatabase {
    /// The name by which an office keeps a time zone.
    func storedName(of zone: String) throws(StoreError) -> String {
        do {
            return try presentName(of: zone)
        } catch {
            throw .badTimeZone(error)
        }
    }
}

extension OfficeSettingsVersion {
    /// Reads a row of `Offices/office_settings`.
    init(_ row: PostgresRow) throws {
        self.init(
            office: try row.get("office_id"),
            validFrom: try row.getIfPresent("valid_from_day", as: Int64.self).map(CivilDate.init),
            timeZone: try row.get("time_zone"), dayBoundary: try row.get("day_boundary_s"))
        policy.attribution = try row.choice("attribution")
        policy.maximumSession = try row.getIfPresent("max_session_s", as: Int64.self).map { .seconds($0) }
        policy.closesAtBoundary = try row.get("close_at_boundary")
        policy.repeatWindow = .seconds(try row.get("repeat_window_s", as: Int64.self))
        policy.lateAfter = .seconds(try row.get("late_flag_s", as: Int64.self))
        policy.futureTolerance = .seconds(try row.get("future_tolerance_s", as: Int64.self))
        policy.maximumAge = try row.getIfPresent("max_age_s", as: Int64.self).map { .seconds($0) }
        if let from = try row.getIfPresent("night_from_s", as: Int64.self) {
            nightBand = NightBand(from: from, to: try row.get("night_to_s"))
        }
    }
}

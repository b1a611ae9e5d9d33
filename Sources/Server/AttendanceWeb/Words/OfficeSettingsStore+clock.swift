import Attendance
import AttendanceStore
import Localization

extension OfficeSettingsStore {
    /// The clock of a person's office, and the date on it.
    func clock(
        of person: Person, _ zones: TimeZoneDatabase, now: Instant
    ) async throws -> (clock: LocalClock, today: CivilDate) {
        try await clock(at: person.office, zones, now: now)
    }

    /// The clock of an office, and the date on it.
    func clock(
        at office: OfficeID, _ zones: TimeZoneDatabase, now: Instant
    ) async throws -> (clock: LocalClock, today: CivilDate) {
        Self.clock(of: try await calendars(zones)[office], now.seconds)
    }

    static func clock(of calendar: OfficeCalendar, _ now: Int64) -> (clock: LocalClock, today: CivilDate) {
        let clock = LocalClock(zone: calendar.settings(for: CivilDate(daysSince1970: now / 86_400)).zone)
        let today = clock.date(now)
        return (LocalClock(zone: calendar.settings(for: today).zone), today)
    }

    /// The date at a person's office.
    func today(of person: Person, _ zones: TimeZoneDatabase, now: Instant) async throws -> CivilDate {
        try await clock(of: person, zones, now: now).today
    }
}

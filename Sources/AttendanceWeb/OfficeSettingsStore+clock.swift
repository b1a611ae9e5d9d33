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
        let (calendar, now) = (try await calendars(zones)[office], now.seconds)
        let clock = LocalClock(zone: calendar.settings(for: CivilDate(daysSince1970: now / 86_400)).zone)
        let today = clock.date(now)
        return (LocalClock(zone: calendar.settings(for: today).zone), today)
    }

    /// The clocks of requests on a page that has the clock of a person's office.
    func requestClocks(for person: Person, _ zones: TimeZoneDatabase, now: Instant) async throws -> RequestClocks {
        RequestClocks(try await clock(of: person, zones, now: now).clock, try await calendars(zones))
    }

    /// The date at a person's office.
    func today(of person: Person, _ zones: TimeZoneDatabase, now: Instant) async throws -> CivilDate {
        try await clock(of: person, zones, now: now).today
    }
}

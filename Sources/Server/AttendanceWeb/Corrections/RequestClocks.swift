import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// The clocks on which a page shows requests. A requested tap is shown on the clock of its office, or else of the home office of the
/// record's owner.
struct RequestClocks: Sendable {
    /// The clock of the page, and the date on it.
    let page: LocalClock
    let today: CivilDate
    var calendars: OfficeCalendars

    mutating func clock(of request: CorrectionRequest, _ target: RecordedEvent?) -> LocalClock {
        guard let at = request.instants(target: target).last else { return page }
        return LocalClock(zone: calendars[target?.office ?? request.homeOffice].zone(at: at.seconds))
    }

    /// The first and last working day of the requests; nil if there are none.
    /// - Parameter targets: of ``CorrectionStore/targets(of:)``.
    mutating func period(of requests: [CorrectionRequest], _ targets: [UUID: RecordedEvent]) -> ClosedRange<CivilDate>? {
        let days = requests.flatMap { calendars.days(of: $0, targets[$0.id]).map(\.date) }
        guard let first = days.min(), let last = days.max() else { return nil }
        return first...last
    }

    /// Whether a row's last session, which has no clock-out, could end at an instant.
    mutating func couldEnd(_ row: DailyRow, at instant: Instant) -> Bool {
        guard row.lastOut == nil, let start = row.uncountedSince ?? row.firstIn, start < instant.seconds else { return false }
        return instant.seconds <= calendars[row.key.office].deadline(ofSessionFrom: start) ?? start + 86_400
    }
}

extension OfficeSettingsStore {
    /// The clocks of requests on a page that has the clock of a person's office.
    func requestClocks(for person: Person, _ zones: TimeZoneDatabase, now: Instant) async throws -> RequestClocks {
        let calendars = try await calendars(zones)
        let (page, today) = Self.clock(of: calendars[person.office], now.seconds)
        return RequestClocks(page: page, today: today, calendars: calendars)
    }
}

import Attendance
import AttendanceStore
import Localization

/// The use of an office in a period, the data of the charts. It contains nothing about individual people.
struct OfficeUse: Sendable {
    /// The minimum number of people in any published figure.
    static let smallestGroup = 5

    let office: Office
    let period: ClosedRange<CivilDate>
    /// The part of the period for which desks are still stored; nil if there is none.
    let deskPeriod: ClosedRange<CivilDate>?
    private(set) var hours = WeekHours()
    /// The seconds of each hour of the week in the period, until now.
    private(set) var available = [Int64](repeating: 0, count: WeekHours.count)
    private(set) var desks: DeskUse
    /// The number of people who worked here, and of those with a known desk.
    private(set) var people = 0
    private(set) var peopleAtDesks = 0
    /// Days with work at a known desk.
    private var daysWithDesks: Set<CivilDate> = []

    var deskDays: Int { daysWithDesks.count }

    /// Derives the use from all records, with the events of one person in memory at a time.
    init(
        of office: Office, in period: ClosedRange<CivilDate>, asOf instant: Instant, _ store: AttendanceStore,
        _ zones: TimeZoneDatabase
    ) async throws {
        self.office = office
        self.period = period
        let calendar = try await store.officeSettings.calendars(zones)[office.id]
        let today = LocalClock(zone: calendar.zone(at: instant.seconds)).date(instant.seconds)
        let retention = try await store.retention.retentions().first { $0.office == office.id }
        let firstKept = max(period.lowerBound, retention?.firstKept(.place, today: today) ?? period.lowerBound)
        deskPeriod = firstKept <= period.upperBound ? firstKept...period.upperBound : nil
        desks = DeskUse(in: deskPeriod ?? period)
        for date in period.days {
            let settings = calendar.settings(for: date)
            let end = min(settings.start(of: date.adding(days: 1)), instant.seconds)
            WeekHours.forEachHour(from: settings.start(of: date), to: end, by: settings.zone) { available[$0] += $1 }
        }
        try await store.record.withRecords(in: period, asOf: instant, zones: zones) { count($0.sessions, calendar) }
    }

    private mutating func count(_ sessions: [Session], _ calendar: OfficeCalendar) {
        var (worksHere, hasDesk) = (false, false)
        for session in sessions {
            let zone = calendar.settings(for: session.workingDay.date).zone
            for stretch in session.stretches where stretch.office == office.id && !stretch.isPause {
                worksHere = true
                if let end = stretch.end { hours.add(from: stretch.start, to: end, by: zone) }
                guard let desk = stretch.desk, deskPeriod?.contains(session.workingDay.date) == true else { continue }
                hasDesk = true
                desks.add(desk, on: session.workingDay.date)
                daysWithDesks.insert(session.workingDay.date)
            }
        }
        hours.nextPerson()
        desks.nextPerson()
        if worksHere { people += 1 }
        if hasDesk { peopleAtDesks += 1 }
    }
}

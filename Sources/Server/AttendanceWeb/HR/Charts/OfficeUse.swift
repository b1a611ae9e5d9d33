import Attendance
import AttendanceStore
import Localization

/// The use of an office on the complete days of a period, the data of the charts. Today would make the averages of its weekday
/// too low: it has no work of its later hours and of people still at work. It contains nothing about individual people.
struct OfficeUse: Sendable {
    /// The minimum number of people in any published figure.
    static let smallestGroup = 5

    let office: Office
    let period: ClosedRange<CivilDate>
    /// Whether the period has begun at the office.
    let hasBegun: Bool
    /// The part of the period before the office's current working day; nil if there is none.
    let completePeriod: ClosedRange<CivilDate>?
    /// The part of the complete period for which desks are still stored; nil if there is none.
    let deskPeriod: ClosedRange<CivilDate>?
    private(set) var hours = WeekHours()
    /// The seconds of each hour of the week, on those complete days on which anyone worked here.
    private(set) var available = [Int64](repeating: 0, count: WeekHours.count)
    private(set) var desks: DeskUse
    /// The number of people who worked here.
    private(set) var people = 0
    /// The days on which anyone worked here.
    private var daysWithWork: Set<CivilDate> = []

    /// Whether the period includes days that are not complete.
    var hasIncompleteDays: Bool { completePeriod?.upperBound != period.upperBound }

    /// Derives the use from all records.
    /// - Parameter floorDesks: the desks on the office's floors.
    init(
        of office: Office, _ floorDesks: Set<DeskID>, in period: ClosedRange<CivilDate>, asOf instant: Instant,
        _ store: AttendanceStore, _ zones: TimeZoneDatabase, _ settled: SettledRecords<PersonUse>
    ) async throws {
        self.office = office
        self.period = period
        var calendar = try await store.officeSettings.calendars(zones)[office.id]
        let workingDay = calendar.workingDay(at: instant.seconds).date
        hasBegun = period.lowerBound <= workingDay
        guard period.lowerBound < workingDay else {
            completePeriod = nil
            deskPeriod = nil
            desks = DeskUse(of: floorDesks, in: period)
            return
        }
        let complete = period.lowerBound...min(period.upperBound, workingDay.adding(days: -1))
        completePeriod = complete
        let next = complete.upperBound.adding(days: 1)
        let limit = calendar.settings(for: next).start(of: next)
        let today = LocalClock(zone: calendar.zone(at: instant.seconds)).date(instant.seconds)
        let retention = try await store.retention.retentions().first { $0.office == office.id }
        let firstKept = max(complete.lowerBound, retention?.firstKept(.place, today: today) ?? complete.lowerBound)
        deskPeriod = firstKept <= complete.upperBound ? firstKept...complete.upperBound : nil
        desks = DeskUse(of: floorDesks, in: deskPeriod ?? complete)
        try await store.record.withSummaries(
            settled, of: nil, in: complete, office: office.id, asOf: instant, zones: zones,
            by: { record, calendars in PersonUse(record, of: office.id, by: calendars[office.id], until: limit) }
        ) { count($0.value) }
        for date in complete.days where daysWithWork.contains(date) {
            let settings = calendar.settings(for: date)
            let end = settings.start(of: date.adding(days: 1))
            WeekHours.forEachHour(from: settings.start(of: date), to: end, by: settings.zone) { available[$0] += $1 }
        }
    }

    private mutating func count(_ use: PersonUse) {
        for hour in use.hours { hours.add(hour.seconds, in: Int(hour.hourOfWeek)) }
        for one in use.desks where deskPeriod?.contains(one.date) == true {
            desks.add(one.desk, on: one.date)
        }
        daysWithWork.formUnion(use.days)
        hours.nextPerson()
        desks.nextPerson()
        if !use.days.isEmpty { people += 1 }
    }
}

import Attendance
import AttendanceStore

/// A person's use of one office on some days, as ``OfficeUse`` counts it. Compact, because it is kept for all people.
struct PersonUse: PeriodValue {
    /// Work in one hour of the week, in the office's local time.
    struct Hour: Sendable {
        let hourOfWeek: UInt8
        let seconds: Int64
    }

    /// Work at one desk on one day.
    struct DeskDay: Sendable, Hashable {
        let desk: DeskID
        let date: CivilDate
    }

    /// Several of the same hour add up.
    private(set) var hours: [Hour]
    private(set) var desks: [DeskDay]
    /// The days on which the person worked here, also those into which work of the day before extends.
    private(set) var days: Set<CivilDate> = []

    /// - Parameter limit: the end of the last day, in seconds since 1970. Hours after it do not count.
    init(_ record: PeriodRecord, of office: OfficeID, by calendar: OfficeCalendar, until limit: Int64) {
        var (hours, desks) = ([Int: Int64](), Set<DeskDay>())
        for session in record.sessions {
            let date = session.workingDay.date
            let zone = calendar.settings(for: date).zone
            for stretch in session.stretches where stretch.office == office && !stretch.isPause {
                days.insert(date)
                if let end = stretch.end {
                    WeekHours.forEachHour(from: stretch.start, to: min(end, limit), by: zone) { hours[$0, default: 0] += $1 }
                    var next = date.adding(days: 1)
                    while calendar.settings(for: next).start(of: next) < end {
                        days.insert(next)
                        next = next.adding(days: 1)
                    }
                }
                if let desk = stretch.desk { desks.insert(DeskDay(desk: desk, date: date)) }
            }
        }
        self.hours = hours.map { Hour(hourOfWeek: UInt8($0), seconds: $1) }
        self.desks = Array(desks)
    }

    mutating func add(_ next: PersonUse) {
        hours += next.hours
        desks += next.desks
        days.formUnion(next.days)
    }
}

import Attendance
import AttendanceStore

/// A person's use of one office on some days, as ``OfficeUse`` counts it.
struct PersonUse: Sendable {
    /// Work at one desk on one day.
    struct DeskDay: Sendable, Hashable {
        let desk: DeskID
        let date: CivilDate
    }

    /// Seconds of work by hour of the week, in the office's local time.
    private(set) var hours: [Int: Int64] = [:]
    private(set) var desks: Set<DeskDay> = []
    private(set) var worksHere = false

    init(_ record: PeriodRecord, of office: OfficeID, by calendar: OfficeCalendar) {
        for session in record.sessions {
            let date = session.workingDay.date
            let zone = calendar.settings(for: date).zone
            for stretch in session.stretches where stretch.office == office && !stretch.isPause {
                worksHere = true
                if let end = stretch.end {
                    WeekHours.forEachHour(from: stretch.start, to: end, by: zone) { hours[$0, default: 0] += $1 }
                }
                if let desk = stretch.desk { desks.insert(DeskDay(desk: desk, date: date)) }
            }
        }
    }
}

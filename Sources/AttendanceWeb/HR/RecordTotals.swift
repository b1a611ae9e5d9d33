import Attendance
import Localization

/// The totals of a person's daily rows, in seconds.
struct RecordTotals: Sendable, Equatable {
    private(set) var worked: Int64 = 0
    private(set) var pause: Int64 = 0
    /// Work since the last tap of sessions that are still open (``DailyRow/openSecondsShown``).
    private(set) var open: Int64 = 0
    /// The number of days with work.
    private(set) var days = 0
    /// The number of days with a session without a clock-out.
    private(set) var withoutEnd = 0
    /// The number of rows that require a correction.
    private(set) var urgent = 0

    /// Adds the totals of other days.
    mutating func add(_ other: RecordTotals) {
        worked += other.worked
        pause += other.pause
        open += other.open
        days += other.days
        withoutEnd += other.withoutEnd
        urgent += other.urgent
    }

    /// - Parameter rows: the rows of one person by working day and office.
    init(_ rows: [DailyRow]) {
        var lastDay: CivilDate?
        var lastWithoutEnd: CivilDate?
        for row in rows {
            worked += row.workedSeconds
            pause += row.pauseSeconds
            open += row.openSecondsShown
            if row.sessions > 0, row.key.date != lastDay {
                days += 1
                lastDay = row.key.date
            }
            if row.flags.contains(.missingEnd), row.key.date != lastWithoutEnd {
                withoutEnd += 1
                lastWithoutEnd = row.key.date
            }
            if row.isUrgent { urgent += 1 }
        }
    }
}

extension RecordTotals {
    /// Hours and minutes; nil without a break.
    var pauseInWords: String? { pause > 0 ? hoursAndMinutes(pause) : nil }
    /// The hours and minutes of open sessions; nil below one minute.
    var openInWords: String? { open >= 60 ? hoursAndMinutes(open) : nil }
    /// Such as `2 days without a clock-out`; nil instead of none.
    var withoutEndInWords: String? {
        switch withoutEnd {
        case 0: nil
        case 1: localized("record.withoutEnd.one")
        default: localized("record.withoutEnd.several", ["count": "\(withoutEnd)"])
        }
    }
}

extension DailyRow {
    /// Whether the row requires a correction.
    var isUrgent: Bool { !flags.isDisjoint(with: .urgent) }

    /// The open time with the seconds by which the worked time is rounded down: both together are the minutes of the day so far.
    /// Totals add these seconds, so that the open time of a day is the same on all pages.
    var openSecondsShown: Int64 { openSeconds > 0 ? workedSeconds % 60 + openSeconds : 0 }

    /// Whether all work of the row is since the last tap of a session that is still open.
    var hasOnlyOpenWork: Bool { openSecondsShown >= 60 && workedSeconds < 60 }
}

extension [DailyRow] {
    /// Seconds of work, including open work until now.
    var workedSoFar: Int64 {
        reduce(0) { sum, row in sum + row.workedSeconds + row.openSeconds }
    }
}

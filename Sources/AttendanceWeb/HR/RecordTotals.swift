import Attendance
import Localization

/// The totals of a person's daily rows, in seconds.
struct RecordTotals: Sendable, Equatable {
    private(set) var worked: Int64 = 0
    private(set) var pause: Int64 = 0
    private(set) var unconfirmed: Int64 = 0
    /// The number of days with work.
    private(set) var days = 0
    /// The number of rows that require a correction.
    private(set) var urgent = 0

    /// Adds the totals of other days.
    mutating func add(_ other: RecordTotals) {
        worked += other.worked
        pause += other.pause
        unconfirmed += other.unconfirmed
        days += other.days
        urgent += other.urgent
    }

    /// - Parameter rows: the rows of one person by working day and office.
    init(_ rows: [DailyRow]) {
        var lastDay: CivilDate?
        for row in rows {
            worked += row.workedSeconds
            pause += row.pauseSeconds
            unconfirmed += row.unconfirmedSeconds
            if row.sessions > 0, row.key.date != lastDay {
                days += 1
                lastDay = row.key.date
            }
            if row.isUrgent { urgent += 1 }
        }
    }
}

extension RecordTotals {
    /// Hours and minutes; nil without a break.
    var pauseInWords: String? { pause > 0 ? hoursAndMinutes(pause) : nil }
    /// Hours and minutes; nil below one minute.
    var unconfirmedInWords: String? { unconfirmed >= 60 ? hoursAndMinutes(unconfirmed) : nil }
}

extension DailyRow {
    /// Whether the row requires a correction.
    var isUrgent: Bool { !flags.isDisjoint(with: .urgent) }
}

extension [DailyRow] {
    /// Seconds of work, including open work until now.
    var workedSoFar: Int64 {
        reduce(0) { sum, row in sum + row.workedSeconds + (row.flags.contains(.open) ? row.unconfirmedSeconds : 0) }
    }
}

import Attendance
import Localization

/// What daily rows sum up to, in seconds.
struct RecordTotals: Sendable, Equatable {
    private(set) var worked: Int64 = 0
    private(set) var pause: Int64 = 0
    private(set) var unconfirmed: Int64 = 0
    /// Days on which there was work.
    private(set) var days = 0
    /// Rows that HR should know something of, and those of them that ask for something to be done.
    private(set) var flagged = 0
    private(set) var urgent = 0

    /// - Parameter rows: of one person, by working day and office.
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
            if !row.flags.isEmpty { flagged += 1 }
            if row.isUrgent { urgent += 1 }
        }
    }
}

extension RecordTotals {
    /// Hours and minutes; nil where there was no break.
    var pauseInWords: String? { pause > 0 ? hoursAndMinutes(pause) : nil }
    /// Hours and minutes; nil for less than would be written.
    var unconfirmedInWords: String? { unconfirmed >= 60 ? hoursAndMinutes(unconfirmed) : nil }
}

extension DailyRow {
    /// Whether it asks somebody to do something.
    var isUrgent: Bool { flags.names.contains(where: RecordWords.urgent.contains) }
}

extension [DailyRow] {
    /// Seconds of work between two taps, and of open work until now.
    var workedSoFar: Int64 {
        reduce(0) { sum, row in sum + row.workedSeconds + (row.flags.contains(.open) ? row.unconfirmedSeconds : 0) }
    }
}

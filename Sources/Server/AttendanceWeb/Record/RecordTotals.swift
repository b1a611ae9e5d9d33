import Attendance
import Localization

/// The totals of a person's daily rows, or of several people. Time is in minutes, as rows show it.
struct RecordTotals: Sendable, Equatable {
    /// Time that counts, and work since the last tap of sessions that are still open.
    private(set) var time = ShownTime.zero
    /// The number of days with work.
    private(set) var days = 0
    /// The number of days with a session without a clock-out.
    private(set) var withoutEnd = 0
    /// The number of rows that require a correction.
    private(set) var urgent = 0

    static let none = RecordTotals([])

    var worked: Int64 { time.worked }
    var pause: Int64 { time.pause }
    var open: Int64 { time.open }

    /// Adds the totals of another person.
    mutating func add(_ other: RecordTotals) {
        time = time + other.time
        addCounts(other)
    }

    /// Adds the counts of the next days of the same person. Their minutes depend on the days before (``ShownMonths``).
    mutating func addCounts(_ other: RecordTotals) {
        days += other.days
        withoutEnd += other.withoutEnd
        urgent += other.urgent
    }

    mutating func setUrgent(_ count: Int) { urgent = count }

    func with(_ time: ShownTime) -> RecordTotals {
        var totals = self
        totals.time = time
        return totals
    }

    /// - Parameter rows: the rows of one person by working day and office.
    init(_ rows: [ShownRow]) {
        var lastDay: CivilDate?
        var lastWithoutEnd: CivilDate?
        time = rows.time
        for row in rows.map(\.row) {
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
    /// Such as `2 days without a clock-out`; nil instead of none.
    var withoutEndInWords: String? {
        withoutEnd == 0 ? nil : localized("record.withoutEnd", count: withoutEnd)
    }
}

extension DailyRow {
    /// Whether the row requires a correction.
    var isUrgent: Bool { !flags.isDisjoint(with: .urgent) }
}

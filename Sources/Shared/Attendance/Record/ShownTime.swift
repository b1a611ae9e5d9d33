/// A person's time in whole minutes, as pages, sheets and charts show it. Made by ``ShownRow`` and ``ShownMonths``.
package struct ShownTime: Sendable, Equatable {
    package var worked: Int64
    package var pause: Int64
    /// Work since the last tap of a session that is still open. Never part of ``worked``.
    package var open: Int64

    package static let zero = ShownTime(worked: 0, pause: 0, open: 0)

    package static func + (left: ShownTime, right: ShownTime) -> ShownTime {
        ShownTime(worked: left.worked + right.worked, pause: left.pause + right.pause, open: left.open + right.open)
    }
}

/// A daily row with its minutes.
///
/// Records are exact to the second. The minutes of a row are the difference of two sums since the first day of its month, each
/// rounded to the nearest minute: with this row, and without it. Therefore rows always add up to their total, the total of a month
/// is its exact total, each row differs from its exact time by less than a minute, and a row has the same minutes everywhere.
package struct ShownRow: Sendable, Equatable {
    package let row: DailyRow
    /// The time of the earlier rows of its month.
    fileprivate var before: ExactTime

    package var time: ShownTime { before.minutes(adding: ExactTime(row)) }

    /// - Parameter row: the same row with other flags.
    func with(_ row: DailyRow) -> ShownRow { ShownRow(row: row, before: before) }
}

extension [DailyRow] {
    /// The rows with their minutes. They are of one person, by working day and office, from the first day of a month. A caller that
    /// shows a later part of the month drops the rows before it from the result.
    package var shown: [ShownRow] {
        var (month, sum) = (CivilDate?.none, ExactTime())
        return map { row in
            let first = row.key.date.month.lowerBound
            if first != month { (month, sum) = (first, ExactTime()) }
            defer { sum.add(ExactTime(row)) }
            return ShownRow(row: row, before: sum)
        }
    }
}

extension Sequence<ShownRow> {
    /// The total of the rows.
    package var time: ShownTime { reduce(.zero) { $0 + $1.time } }
}

/// The total of a person's rows of a period, derived in parts: first some days, then the days after them.
package struct ShownMonths: Sendable, Equatable {
    private struct Month: Sendable, Equatable {
        let first: CivilDate
        /// The time of its rows before the period, and of those in the period.
        var before = ExactTime()
        var within = ExactTime()
    }

    private var months: [Month] = []

    /// - Parameter rows: from the first day of the period's first month, or the rows after those of another part.
    package init(_ rows: [DailyRow], in period: ClosedRange<CivilDate>) {
        for row in rows {
            let first = row.key.date.month.lowerBound
            if months.last?.first != first { months.append(Month(first: first)) }
            if row.key.date < period.lowerBound {
                months[months.count - 1].before.add(ExactTime(row))
            } else {
                months[months.count - 1].within.add(ExactTime(row))
            }
        }
    }

    package var time: ShownTime { months.reduce(.zero) { $0 + $1.before.minutes(adding: $1.within) } }

    /// Adds the part with the next days.
    package mutating func add(_ next: ShownMonths) {
        for month in next.months {
            if months.last?.first == month.first {
                months[months.count - 1].before.add(month.before)
                months[months.count - 1].within.add(month.within)
            } else {
                months.append(month)
            }
        }
    }

    /// A row of the part with the next days, with its minutes after the rows of this part.
    package func continued(by row: ShownRow) -> ShownRow {
        var row = row
        if let last = months.last, last.first == row.row.key.date.month.lowerBound {
            row.before.add(last.before)
            row.before.add(last.within)
        }
        return row
    }
}

extension ClosedRange<CivilDate> {
    /// The period from the first day of its first month: the days whose rows determine the minutes of its rows.
    package var sinceFirstOfMonth: ClosedRange<CivilDate> { lowerBound.month.lowerBound...upperBound }
}

/// A person's time in seconds.
private struct ExactTime: Sendable, Equatable {
    private var worked: Int64 = 0
    private var pause: Int64 = 0
    private var open: Int64 = 0

    init() {}

    init(_ row: DailyRow) { (worked, pause, open) = (row.workedSeconds, row.pauseSeconds, row.openSeconds) }

    mutating func add(_ other: ExactTime) {
        worked += other.worked
        pause += other.pause
        open += other.open
    }

    /// The minutes of `next` after this time.
    func minutes(adding next: ExactTime) -> ShownTime {
        func difference(_ before: Int64, _ seconds: Int64) -> Int64 {
            WorkedTime.minutes(before + seconds) - WorkedTime.minutes(before)
        }
        return ShownTime(
            worked: difference(worked, next.worked), pause: difference(pause, next.pause), open: difference(open, next.open))
    }
}

import Attendance
import AttendanceStore

/// What ``AttendanceReport`` needs of some days of a person.
struct AttendanceSummary: PeriodValue, Equatable {
    var totals: RecordTotals { counts.with(months.time) }
    /// The rows that require a correction.
    private(set) var urgent: [ShownRow]
    private(set) var hasRows: Bool
    /// The rows of a period of one day; empty for longer periods.
    private(set) var day: [ShownRow]
    /// The work of all days, for the balance; nil: it is not kept.
    private(set) var work: PersonWork?
    private var counts: RecordTotals
    private var months: ShownMonths

    /// - Parameters:
    ///   - all: a person's rows from the first day of the period's first month, or of a part of these days.
    ///   - work: that of the same days.
    init(_ all: [DailyRow], in period: ClosedRange<CivilDate>, work: PersonWork? = nil) {
        self.work = work
        let rows = all.shown.filter { period.contains($0.row.key.date) }
        counts = RecordTotals(rows).with(.zero)
        months = ShownMonths(all, in: period)
        urgent = rows.filter(\.row.isUrgent)
        hasRows = !rows.isEmpty
        day = period.lowerBound == period.upperBound ? rows : []
    }

    /// Without flags whose doubts are all confirmed. Kept values have them, because a confirmation is not in the log.
    func confirmed(by doubts: Set<String>) -> AttendanceSummary {
        var summary = self
        summary.urgent = urgent.map { $0.confirmed(by: doubts) }.filter(\.row.isUrgent)
        summary.day = day.map { $0.confirmed(by: doubts) }
        summary.counts.setUrgent(summary.urgent.count)
        return summary
    }

    mutating func add(_ next: AttendanceSummary) {
        counts.addCounts(next.counts)
        urgent += next.urgent.map(months.continued)
        day += next.day.map(months.continued)
        hasRows = hasRows || next.hasRows
        months.add(next.months)
        if let more = next.work { work?.add(more) }
    }
}

import Attendance

/// The time that is owed on a day (Hours.docc, "Targets").
struct Targets {
    private let periods: PeriodCalendar
    /// The period of the last question: days come in order.
    private var current: Period?
    /// The sum of the weights of the current period, by these conditions' schedule.
    private var weights: (conditions: Conditions, sum: Int64)?

    init(_ periods: PeriodCalendar) { self.periods = periods }

    mutating func period(of date: CivilDate) -> Period {
        if let current, current.first <= date, date <= current.last { return current }
        let period = periods.period(of: date)
        (current, weights) = (period, nil)
        return period
    }

    /// The target of a day with a schedule.
    ///
    /// With fixed hours P per period, the schedule's entries are weights: the days of the whole period share P, also those on
    /// which the person is not employed. Rounding moves no second between periods.
    mutating func target(_ date: CivilDate, _ conditions: Conditions) -> Int64 {
        guard let schedule = conditions.schedule else { return 0 }
        guard let fixed = schedule.periodSeconds else { return schedule.entry(date) }
        let period = period(of: date)
        func sum(until last: Int64) -> Int64 {
            (period.first.daysSince1970..<last).reduce(0) { $0 + schedule.entry(CivilDate(daysSince1970: $1)) }
        }
        if weights?.conditions !== conditions { weights = (conditions, sum(until: period.last.daysSince1970 + 1)) }
        guard let whole = weights?.sum, whole > 0 else { return 0 }
        let before = sum(until: date.daysSince1970)
        return fixed * (before + schedule.entry(date)) / whole - fixed * before / whole
    }
}

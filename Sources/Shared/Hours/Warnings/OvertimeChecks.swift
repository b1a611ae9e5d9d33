import Attendance

/// Checks the overtime of the days of a person against the limits of Japan. Each limit warns once per period or year, on the
/// first day on which it is passed (Hours.docc, "Overtime").
struct OvertimeChecks {
    private let periods: PeriodCalendar
    private var period: Period?
    private var current = Sums()
    /// The five before it, latest first: averages are over six periods at most.
    private var earlier: [Sums] = []
    private var year: Int64 = 0
    /// The limits of the current period and year that were passed.
    private var passed: Set<HoursWarning.Code> = []

    private struct Sums {
        var overtime: Int64 = 0
        var withRestDays: Int64 = 0
        /// Whether the person was employed on the first day of the period.
        var isEmployed = false
    }

    init(_ periods: PeriodCalendar) { self.periods = periods }

    /// The limits that are passed on a day for the first time.
    /// - Parameter day: the day after the one before. The first call gets the first day of the person.
    mutating func warnings(on day: DayHours) -> [HoursWarning] {
        if day.date > period?.last ?? CivilDate(daysSince1970: .min) { begin(periods.period(of: day.date), on: day) }
        current.overtime += day.overtime
        current.withRestDays += day.overtime + day.restDay
        year += day.overtime
        guard let rules = day.conditions.overtimeRules, let limits = rules.limits.overtime else { return [] }
        var warnings: [HoursWarning] = []
        func warn(_ code: HoursWarning.Code, _ value: Int64, _ limit: Int64, if isPassed: Bool) {
            guard isPassed, passed.insert(code).inserted else { return }
            warnings.append(HoursWarning(date: day.date, rule: rules, code: code, value: value, limit: limit))
        }
        warn(.overtimeMonth, current.overtime, limits.month, if: current.overtime > limits.month)
        warn(.overtimeYear, year, limits.year, if: year > limits.year)
        warn(.overtimeHard, current.withRestDays, limits.hard, if: current.withRestDays >= limits.hard)
        if let average = average(limits) { warn(.overtimeAverage, average.sum, average.limit, if: true) }
        return warnings
    }

    private mutating func begin(_ next: Period, on day: DayHours) {
        // No period is before the first one.
        if period != nil { earlier = [current] + earlier.prefix(4) }
        current = Sums(isEmployed: day.date == next.first && day.conditions.isEmployed)
        passed.subtract([.overtimeMonth, .overtimeHard, .overtimeAverage])
        if next.name.month == 4 {
            year = 0
            passed.remove(.overtimeYear)
        }
        period = next
    }

    /// The sum of the fewest periods whose average is passed. The person was employed at the start of the earliest of them.
    private func average(_ limits: WarningLimits.OvertimeLimits) -> (sum: Int64, limit: Int64)? {
        var sum = current.withRestDays
        for (count, period) in zip(limits.averagePeriods, earlier) {
            guard period.isEmployed else { return nil }
            sum += period.withRestDays
            let limit = limits.average * Int64(count)
            if sum > limit { return (sum, limit) }
        }
        return nil
    }
}

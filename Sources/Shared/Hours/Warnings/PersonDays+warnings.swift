package import Attendance

extension PersonDays {
    /// The warnings of the days from `first` to `last` that count, ordered by date, rule and code (Hours.docc, "Warnings").
    ///
    /// Takes time in proportion to the days and stretches from the first day on: averages and sums reach back.
    package func warnings(from first: CivilDate, to last: CivilDate) -> [HoursWarning] {
        let end = min(last, through)
        var overtime = OvertimeChecks(periods)
        let average = WeekAverage(days)
        var lastEnd: Int64?
        var warnings: [HoursWarning] = []
        for (index, day) in days.enumerated() {
            guard day.date <= end else { break }
            var own = overtime.warnings(on: day)
            if day.date >= first {
                if day.conditions.rules.contains(.schedule) { own += day.scheduleWarnings }
                for rules in RuleSet.allCases where day.conditions.rules.contains(rules) {
                    own += day.warnings(of: rules, lastEnd: lastEnd)
                    if let warning = average.warning(of: rules, at: index) { own.append(warning) }
                }
                warnings += own.sorted { ($0.rule.rawValue, $0.code.rawValue) < ($1.rule.rawValue, $1.code.rawValue) }
            }
            if let ended = day.stretches.map(\.end).max() { lastEnd = ended }
        }
        return warnings
    }
}

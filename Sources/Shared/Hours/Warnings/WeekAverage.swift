import Attendance

/// The average weekly work over the weeks before a Sunday.
struct WeekAverage {
    private let days: [DayHours]
    /// The work of all days before each index, and at the end of all.
    private var worked: [Int64] = [0]
    /// The number of the days that count, in the same way.
    private var counted: [Int64] = [0]

    init(_ days: [DayHours]) {
        self.days = days
        worked.reserveCapacity(days.count + 1)
        counted.reserveCapacity(days.count + 1)
        var (workedSum, countedSum) = (Int64(0), Int64(0))
        for day in days {
            workedSum += day.worked
            countedSum += day.isNeutral ? 0 : 1
            worked.append(workedSum)
            counted.append(countedSum)
        }
    }

    /// The warning of a Sunday. Work on neutral days counts, the days do not.
    /// - Parameter index: of the day.
    func warning(of rules: RuleSet, at index: Int) -> HoursWarning? {
        guard days[index].date.daysAfterMonday == 6, let weeks = rules.limits.averageWeeks else { return nil }
        let first = index + 1 - Int(weeks) * 7
        guard first >= 0, days[first].conditions.isEmployed else { return nil }
        let (work, count) = (worked[index + 1] - worked[first], counted[index + 1] - counted[first])
        // A window of neutral days only has no average.
        guard count > 0, work * 7 > WarningLimits.week * count else { return nil }
        return HoursWarning(
            date: days[index].date, rule: rules, code: .weekAverage, value: work * 7 / count,
            limit: WarningLimits.week)
    }
}

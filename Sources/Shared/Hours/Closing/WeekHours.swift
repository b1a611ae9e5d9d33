package import Attendance

/// A person's week with its sums (Hours.docc, "Periods and weeks").
package struct WeekHours: Sendable, Equatable {
    package let week: Week
    package let sums: HourSums
}

extension PersonDays {
    /// The weeks whose Sunday is from `from` to `to`, in order. A week is left out if none of its days is part of lists.
    /// - Parameter to: not after the last derived day.
    package func weeks(from: CivilDate, to: CivilDate) -> [WeekHours] {
        guard let begin = days.first?.date, let end = days.last?.date else { return [] }
        var (weeks, week) = ([WeekHours](), Week(of: max(from, begin)))
        while week.sunday <= to, week.monday <= end {
            let days = self[week.monday, week.sunday]
            if days.contains(where: \.isListed) { weeks.append(WeekHours(week: week, sums: HourSums(days, through: through))) }
            week = Week(of: week.monday.adding(days: 7))
        }
        return weeks
    }
}

package import Attendance

/// The pay months of an installation: from a day of the month until the day before it in the next month, named by the month of
/// the last day. With the day 1 they are calendar months.
package struct PeriodCalendar: Sendable, Equatable {
    /// 1 to 28.
    package let firstDay: Int64

    /// - Returns: nil unless the day is from 1 to 28.
    package init?(firstDay: Int64) {
        guard (1...28).contains(firstDay) else { return nil }
        self.firstDay = firstDay
    }

    private init() { firstDay = 1 }

    package static let calendarMonths = PeriodCalendar()

    package func period(of date: CivilDate) -> Period {
        let (year, month, day) = date.components
        let name = PeriodName(year: year, month: month)
        return period(firstDay > 1 && day >= firstDay ? name.adding(months: 1) : name)
    }

    package func period(_ name: PeriodName) -> Period {
        let next = start(name.adding(months: 1))
        return Period(name: name, first: start(name), last: next.adding(days: -1))
    }

    private func start(_ name: PeriodName) -> CivilDate {
        let month = firstDay > 1 ? name.adding(months: -1) : name
        // 1 to 28 exist in each month.
        return CivilDate(year: month.year, month: month.month, day: firstDay) ?? CivilDate(daysSince1970: 0)
    }
}

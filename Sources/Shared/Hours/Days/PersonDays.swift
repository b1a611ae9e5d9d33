package import Attendance

/// The days of one person from the first fact or work until a day, each derived from facts and work alone (Hours.docc, "Balance").
package struct PersonDays: Sendable {
    /// Every day, in order.
    package let days: [DayHours]
    /// The last day that counts.
    package let through: CivilDate
    package let periods: PeriodCalendar

    /// Takes time in proportion to the days.
    /// - Parameters:
    ///   - work: one entry per day at most, in any order.
    ///   - through: the last day that counts: on pages, yesterday. Later days are planned ones.
    ///   - to: the last day to derive.
    package init(
        of facts: PersonFacts, _ common: CommonFacts, work: [DayWork], through: CivilDate, to: CivilDate,
        periods: PeriodCalendar = .calendarMonths
    ) {
        (self.through, self.periods) = (through, periods)
        let starts = [facts.firstDay, work.lazy.map(\.date).min()].compactMap { $0 }
        guard let first = starts.min(), first <= to else {
            days = []
            return
        }
        var fold = DayFold(of: facts, common, after: first.adding(days: -1), periods: periods)
        // Latest first.
        var work = work.sorted { $0.date > $1.date }
        var days: [DayHours] = []
        days.reserveCapacity(Int(to.daysSince1970 - first.daysSince1970 + 1))
        for number in first.daysSince1970...to.daysSince1970 {
            let date = CivilDate(daysSince1970: number)
            var own: DayWork?
            while let next = work.last, next.date <= date { own = work.removeLast() }
            days.append(fold.next(worked: own?.worked ?? 0, isOver: date <= through))
            if let own { (days[days.count - 1].night, days[days.count - 1].stretches) = (own.night, own.stretches) }
        }
        Overtime.fill(&days, through: through, periods)
        self.days = days
    }

    /// The seconds that a person owes on a day by work: the target without what a holiday and absences count. The day is not
    /// derived from the days before it. nil: no schedule applies.
    package static func owed(by facts: PersonFacts, _ common: CommonFacts, on work: DayWork) -> Int64? {
        var fold = DayFold(of: facts, common, after: work.date.adding(days: -1))
        let day = fold.next(worked: work.worked, isOver: true)
        return day.conditions.hasSchedule ? day.target - day.holidaySeconds - day.absence : nil
    }

    /// The days from `first` to `last`, as far as they are derived.
    package subscript(first: CivilDate, last: CivilDate) -> ArraySlice<DayHours> {
        guard let begin = days.first?.date.daysSince1970 else { return [] }
        func index(_ date: CivilDate) -> Int { Int(min(max(date.daysSince1970 - begin, 0), Int64(days.count))) }
        let (start, end) = (index(first), index(last.adding(days: 1)))
        return days[start..<max(start, end)]
    }

    /// The days of a period, as far as they are derived.
    package subscript(period: Period) -> ArraySlice<DayHours> { self[period.first, period.last] }
}

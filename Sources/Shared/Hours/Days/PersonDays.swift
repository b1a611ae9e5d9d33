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
        let starts = facts.employments.starts + facts.adjustments.map(\.value.date) + work.map(\.date)
        guard let first = starts.min(), first <= to else {
            days = []
            return
        }
        var fold = DayFold(facts, common, work, through: through, periods)
        var days: [DayHours] = []
        days.reserveCapacity(Int(to.daysSince1970 - first.daysSince1970 + 1))
        for span in ConditionsTimeline(of: facts, common).spans(first.daysSince1970...to.daysSince1970) {
            for day in span.days { days.append(fold.day(CivilDate(daysSince1970: day), span.conditions)) }
        }
        Overtime.fill(&days, through: through, periods)
        self.days = days
    }

    /// The seconds that a person owes on a day by work: the target without what a holiday and absences count. The day is not
    /// derived from the days before it. nil: no schedule applies.
    package static func owed(by facts: PersonFacts, _ common: CommonFacts, on work: DayWork) -> Int64? {
        let conditions = Conditions(of: facts, common, on: work.date)
        guard conditions.hasSchedule else { return nil }
        var fold = DayFold(facts, common, [work], through: work.date, .calendarMonths)
        let day = fold.day(work.date, conditions)
        return day.target - day.holidaySeconds - day.absence
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

/// Derives one day after another.
private struct DayFold {
    private let common: CommonFacts
    /// Latest first.
    private var work: [DayWork]
    private let adjustments: [CivilDate: Int64]
    private let through: CivilDate
    private var targets: Targets
    private var absences: AbsenceQueue
    private var carried: Int64 = 0

    init(_ facts: PersonFacts, _ common: CommonFacts, _ work: [DayWork], through: CivilDate, _ periods: PeriodCalendar) {
        (self.common, self.through) = (common, through)
        self.work = work.sorted { $0.date > $1.date }
        adjustments = Dictionary(facts.adjustments.map { ($0.value.date, $0.value.seconds) }, uniquingKeysWith: +)
        targets = Targets(periods)
        absences = AbsenceQueue(facts.absences)
    }

    mutating func day(_ date: CivilDate, _ conditions: Conditions) -> DayHours {
        let isPast = date <= through
        var day = DayHours(date: date, conditions: conditions, isCounted: conditions.hasSchedule && isPast)
        while let next = work.last, next.date <= date {
            (day.worked, day.night, day.stretches) = (next.worked, next.night, next.stretches)
            work.removeLast()
        }
        if !adjustments.isEmpty { day.adjustment = adjustments[date] ?? 0 }
        let absences = absences.covering(date)
        if conditions.hasSchedule {
            day.target = targets.target(date, conditions)
            if !conditions.holidays.isEmpty {
                let holiday = conditions.holidays.holiday(date)
                (day.holiday, day.owned) = (holiday.name, holiday.halves)
                day.holidaySeconds = holiday.halves.seconds(of: day.target)
            }
        }
        if !absences.isEmpty { take(absences, of: &day) }
        if day.isCounted { day.balance = day.worked + day.holidaySeconds + day.absence - day.target }
        if isPast {
            day.balance += day.adjustment
            day.cut = cut(after: day)
            day.balance += day.cut
        }
        carried += day.balance
        day.carried = carried
        return day
    }

    private func take(_ absences: [Recorded<Absence>], of day: inout DayHours) {
        let known = absences.compactMap { absence in
            // An absence whose kind does not exist yet has no effect.
            common.kinds[absence.value.kind]?[day.date].map { (absence: absence, kind: $0) }
        }
        day.isNeutral = known.contains { $0.kind.isNeutral && $0.absence.value.extent == .part(.full) }
        if day.target > 0 { day.claim(known, common.accounts) }
    }

    /// What the limits of the carry-over change at the end of a period.
    private mutating func cut(after day: DayHours) -> Int64 {
        guard let carry = day.conditions.carry, day.conditions.isEmployed else { return 0 }
        let period = targets.period(of: day.date)
        guard day.date == period.last, carry.months.contains(period.name.month) else { return 0 }
        return carry.clamp(carried + day.balance) - (carried + day.balance)
    }
}

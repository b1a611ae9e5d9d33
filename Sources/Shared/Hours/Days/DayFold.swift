package import Attendance

/// Derives one day of a person after another from the facts, the day's work and the balance before it (Hours.docc, "Balance").
///
/// It can begin after any day that is over and whose balance is known: all amounts are the same as from the first day on. Overtime
/// and work on rest days depend on earlier days and are left out: ``PersonDays`` has them.
package struct DayFold: Sendable {
    /// The last day that was derived.
    package private(set) var last: CivilDate
    /// The balance at its end.
    package private(set) var carried: Int64
    private var conditions: ConditionsTimeline
    private let adjustments: [CivilDate: Int64]
    private var absences: AbsenceQueue
    private let kinds: [String: Dated<AbsenceKind>]
    private let accounts: [String: LeaveAccount]
    private var targets: Targets

    /// - Parameters:
    ///   - day: the day before the first one to derive.
    ///   - carried: the balance at its end.
    package init(
        of facts: PersonFacts, _ common: CommonFacts, after day: CivilDate, carried: Int64 = 0,
        periods: PeriodCalendar = .calendarMonths
    ) {
        (last, self.carried) = (day, carried)
        (kinds, accounts) = (common.kinds, common.accounts)
        conditions = ConditionsTimeline(of: facts, common, from: day.adding(days: 1))
        let later = facts.adjustments.filter { $0.value.date > day }
        adjustments = Dictionary(later.map { ($0.value.date, $0.value.seconds) }, uniquingKeysWith: +)
        absences = AbsenceQueue(facts.absences.filter { $0.value.to > day })
        targets = Targets(periods)
    }

    /// What holds on a later day than ``last``.
    package func conditions(on date: CivilDate) -> Conditions { conditions[date] }

    /// Whether a schedule applies on some later day than ``last``.
    package var hasSchedule: Bool { conditions.hasSchedule }

    /// Derives the next day.
    /// - Parameters:
    ///   - worked: its work in seconds.
    ///   - isOver: whether it counts. If it does not, no later day does.
    package mutating func next(worked: Int64, isOver: Bool) -> DayHours {
        let date = last.adding(days: 1)
        let conditions = conditions.advance(to: date)
        var day = DayHours(date: date, conditions: conditions, isCounted: conditions.hasSchedule && isOver)
        day.worked = worked
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
        if isOver {
            day.balance += day.adjustment
            day.cut = cut(after: day)
            day.balance += day.cut
        }
        carried += day.balance
        day.carried = carried
        last = date
        return day
    }

    private func take(_ absences: [Recorded<Absence>], of day: inout DayHours) {
        let known = absences.compactMap { absence in
            // An absence whose kind does not exist yet has no effect.
            kinds[absence.value.kind]?[day.date].map { (absence: absence, kind: $0) }
        }
        day.isNeutral = known.contains { $0.kind.isNeutral && $0.absence.value.extent == .part(.full) }
        if day.target > 0 { day.claim(known, accounts) }
    }

    /// What the limits of the carry-over change at the end of a period.
    private mutating func cut(after day: DayHours) -> Int64 {
        guard let carry = day.conditions.carry, day.conditions.isEmployed else { return 0 }
        let period = targets.period(of: day.date)
        guard day.date == period.last, carry.months.contains(period.name.month) else { return 0 }
        return carry.clamp(carried + day.balance) - (carried + day.balance)
    }
}

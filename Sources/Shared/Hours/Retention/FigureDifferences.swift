package import Attendance

/// What is recorded if figures of kept days change because taps of earlier days are erased: those of a session that went on, or
/// overtime that counts from the beginning of the week (Hours.docc, "Erased days").
package struct FigureDifferences: Sendable {
    /// In the order of recording. Usually there are none.
    package private(set) var added: [Fact.Content] = []

    /// - Parameters:
    ///   - before: the days that were derived with the erased facts and taps. The last one counts.
    ///   - facts: those of `before`.
    ///   - kept: the facts after the erasure, in the order of `seq`.
    ///   - work: that after the erasure.
    ///   - last: the last erased day.
    package init(
        _ user: String, before: PersonDays, _ facts: PersonFacts, after kept: [Fact], _ common: CommonFacts, work: [DayWork],
        since last: CivilDate
    ) {
        let (first, through) = (last.adding(days: 1), before.through)
        func days(_ facts: PersonFacts) -> PersonDays {
            PersonDays(of: facts, common, work: work, through: through, to: through, periods: before.periods)
        }
        let after = days(PersonFacts(kept))
        for day in before[first, through] {
            // Without the cut, which follows from the sum.
            let difference = day.balance - day.cut - (after[day.date, day.date].first.map { $0.balance - $0.cut } ?? 0)
            if difference != 0 {
                added.append(
                    .adjustment(Adjustment(user: user, date: day.date, seconds: difference, reason: .retention)))
            }
        }
        let closed = before.periods(facts, from: first, to: through).filter { $0.state == .closed }
        guard !closed.isEmpty else { return }
        let adjusted = PersonFacts(kept + added.map { Fact(id: "", seq: .max, content: $0) })
        let items = Dictionary(days(adjusted).periods(adjusted, from: first, to: through).map { ($0.period.name, $0.items) }) {
            first, _ in first
        }
        for period in closed {
            // Payroll has these figures: what it does not have yet stays the same.
            let difference = (items[period.period.name] ?? [:]).difference(from: period.items)
            if !difference.isEmpty {
                added.append(.close(PeriodFigures(user: user, period: period.period.name, items: difference)))
            }
        }
    }
}

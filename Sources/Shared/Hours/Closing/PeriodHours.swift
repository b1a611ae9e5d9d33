package import Attendance

/// A person's period: its figures, and how far they are on the way to payroll (Hours.docc, "Closing").
package struct PeriodHours: Sendable, Equatable {
    /// Derived from the facts, never stored.
    package enum State: String, Sendable, CaseIterable {
        case open
        /// The figures are not those that were confirmed or approved.
        case changed
        case confirmed, approved
        /// Handed over at least once. Later corrections do not reopen the period: they are its ``PeriodHours/delta``.
        case closed
    }

    package let period: Period
    /// Whether all of its days count.
    package let isComplete: Bool
    package let sums: HourSums
    /// The figures that add up, by name. The balance carried over is none of them: a correction in January leaves February as
    /// confirmed as it was.
    package let items: Items
    /// The balance before the first day, in seconds.
    package let carriedStart: Int64
    /// The balance after the last day, in seconds.
    package let carriedEnd: Int64
    package let state: State
    /// What all batches together handed over, zeros included; empty unless closed.
    package let handed: Items
    /// What payroll does not have yet, without zeros; empty unless closed.
    package let delta: Items

    init(_ period: Period, of person: PersonDays, _ facts: ClosingFacts) {
        let days = person[period]
        self.period = period
        isComplete = period.last <= person.through
        sums = HourSums(days, through: person.through)
        let current = Self.items(days, sums, facts.adjustments[period.name] ?? [:], through: person.through)
        items = current
        carriedStart = person.carried(before: period.first)
        carriedEnd = person.carried(before: period.last.adding(days: 1))
        let handed = facts.handed[period.name]
        self.handed = handed ?? [:]
        delta = handed.map { current.difference(from: $0) } ?? [:]
        let (confirmed, approved) = (facts.confirmed[period.name], facts.approved[period.name])
        if handed != nil {
            state = .closed
        } else if let approved, approved.agrees(with: current) {
            state = .approved
        } else if let confirmed, confirmed.agrees(with: current) {
            state = .confirmed
        } else {
            state = approved != nil || confirmed != nil ? .changed : .open
        }
    }

    /// What the next batch hands over: everything, or what changed since the last batch. Without zeros.
    var due: Items { state == .closed ? delta : items.filter { $0.value != 0 } }

    private static func items(
        _ days: ArraySlice<DayHours>, _ sums: HourSums, _ adjustments: Items, through: CivilDate
    ) -> Items {
        var details = adjustments
        var worked: Int64 = 0
        for day in days where day.date <= through {
            if day.worked > 0 { worked += 1 }
            for claim in day.claims {
                details["\(claim.kind.kind).s", default: 0] += claim.credited
                details["\(claim.kind.kind).halves", default: 0] += claim.halves.count
            }
        }
        var items = details.filter { $0.value != 0 }
        items["days"] = worked
        for (name, value) in HourSums.fields { items[name] = sums[keyPath: value] }
        return items
    }
}

extension PersonDays {
    /// The periods whose last day is from `from` to `to`, in order. A period is left out if none of its days is part of lists,
    /// unless a confirmation, approval or hand-over names it.
    /// - Parameters:
    ///   - facts: those of the days.
    ///   - to: not after the last derived day.
    package func periods(_ facts: PersonFacts, from: CivilDate, to: CivilDate) -> [PeriodHours] {
        let closing = ClosingFacts(facts, of: self)
        var names = closing.periods
        if let begin = days.first?.date, let end = days.last?.date {
            var period = periods.period(of: max(from, begin))
            while period.last <= to, period.first <= end {
                names.insert(period.name)
                period = periods.period(period.name.adding(months: 1))
            }
        }
        return names.map { periods.period($0) }.filter { from <= $0.last && $0.last <= to }.sorted { $0.last < $1.last }
            .map { PeriodHours($0, of: self, closing) }
            .filter { period in period.state != .open || self[period.period].contains(where: \.isListed) }
    }

    /// The balance at the start of a day. It is 0 before the first derived day and stays as it is after the last one.
    func carried(before date: CivilDate) -> Int64 {
        guard let begin = days.first?.date else { return 0 }
        return self[begin, date.adding(days: -1)].last?.carried ?? 0
    }
}

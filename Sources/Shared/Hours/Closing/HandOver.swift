package import Attendance

/// A figure that a batch hands over to payroll.
package struct HandOverLine: Sendable, Equatable {
    package let period: PeriodName
    package let item: String
    /// Never 0. Of a period that was closed before, the difference.
    package let value: Int64
}

extension PersonDays {
    /// A person's lines in the batch for a period: its figures unless it is closed, and the differences of all closed periods up
    /// to it (Hours.docc, "Hand-over"). Earlier periods that were never closed are left out.
    ///
    /// Ordered by period and item, by code point.
    /// - Parameters:
    ///   - facts: those of the days.
    ///   - to: periods that end later are left out. Not after the last derived day.
    package func handOver(_ facts: PersonFacts, _ period: PeriodName, to: CivilDate) -> [HandOverLine] {
        let closing = ClosingFacts(facts, of: self)
        let names = Set(closing.handed.keys.filter { $0 <= period }).union([period])
        return names.sorted().map { periods.period($0) }.filter { $0.last <= to }.flatMap { period in
            PeriodHours(period, of: self, closing).due.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                .map { HandOverLine(period: period.name, item: $0.key, value: $0.value) }
        }
    }
}

package import Attendance

/// What applies to a person over time, each field by itself. A span begins where the value or the deciding scope changes.
package struct TermsHistory: Sendable {
    package struct Span<Value: Sendable & Equatable>: Sendable, Equatable {
        /// nil: from the beginning.
        package let from: CivilDate?
        package let applied: Applied<Value>
    }

    /// The earliest first, as all that follow. There is one at least.
    package let schedule: [Span<NamedSchedule?>]
    package let calendars: [Span<[String]>]
    package let rules: [Span<[RuleSet]>]
    package let carry: [Span<CarryOver?>]
    /// The offices and teams, one for each first day.
    package let employments: [Employment]

    package init(of person: PersonFacts, _ common: CommonFacts) {
        let terms = ConditionsTimeline.starts(of: person, common).map { from in
            (from, AppliedTerms(of: person, common, on: from))
        }
        schedule = Self.spans(terms, \.schedule)
        calendars = Self.spans(terms, \.calendars)
        rules = Self.spans(terms, \.rules)
        carry = Self.spans(terms, \.carry)
        employments = person.employments.inForce
    }

    /// Whether time is owed on some day.
    package var hasSchedule: Bool { schedule.contains { $0.applied.value?.version != nil } }

    private static func spans<Value>(
        _ terms: [(from: CivilDate, terms: AppliedTerms)], _ field: KeyPath<AppliedTerms, Applied<Value>>
    ) -> [Span<Value>] {
        var spans: [Span<Value>] = []
        for (from, terms) in terms where spans.last?.applied != terms[keyPath: field] {
            spans.append(
                Span(from: from == ConditionsTimeline.beginning ? nil : from, applied: terms[keyPath: field]))
        }
        return spans
    }
}

extension Array {
    /// The span of a day.
    package func on<Value>(_ date: CivilDate) -> TermsHistory.Span<Value>? where Element == TermsHistory.Span<Value> {
        last { $0.from.map { $0 <= date } ?? true } ?? first
    }

    /// The spans that begin after a day.
    package func after<Value>(_ date: CivilDate) -> [Element] where Element == TermsHistory.Span<Value> {
        filter { $0.from.map { $0 > date } ?? false }
    }
}

package import Attendance

/// A value that terms set, with the scope that decides.
package struct Applied<Value: Sendable & Equatable>: Sendable, Equatable {
    package let value: Value
    /// nil: no terms have a value, so the default holds.
    package let source: TermsSource?

    package init(_ value: Value, _ source: TermsSource?) { (self.value, self.source) = (value, source) }
}

/// Whose terms decide.
package enum TermsSource: String, Sendable, CaseIterable {
    case person, team, office
}

/// The schedule that terms name, in its version of a day.
package struct NamedSchedule: Sendable, Equatable {
    package let name: String
    /// nil: no version has begun, so no time is owed.
    package let version: Schedule?

    package init(name: String, version: Schedule?) { (self.name, self.version) = (name, version) }
}

/// What the terms say for a person on a day, each field with the scope that decides (Hours.docc, "Terms").
package struct AppliedTerms: Sendable, Equatable {
    /// nil: no time is owed.
    package let schedule: Applied<NamedSchedule?>
    package let calendars: Applied<[String]>
    package let rules: Applied<[RuleSet]>
    package let carry: Applied<CarryOver?>

    /// - Parameter withOwn: false: what holds if the person has no terms of their own.
    package init(of person: PersonFacts, _ common: CommonFacts, on date: CivilDate, withOwn: Bool = true) {
        let employment = person.employments[date]
        let office = employment?.office
        let team = office == nil ? nil : employment?.team
        let scopes: [(source: TermsSource, terms: DatedTerms?)] = [
            (.person, withOwn ? person.terms : nil), (.team, team.flatMap { common.terms[.team($0)] }),
            (.office, office.flatMap { common.terms[.office($0)] }),
        ]
        /// The first scope with a value of its own decides, before the day from which it holds.
        func applied<Value>(
            _ field: KeyPath<DatedTerms, Dated<Terms.Setting<Value>>>, default value: Value
        ) -> Applied<Value> {
            for (source, terms) in scopes {
                if case .own(let value)? = terms?[keyPath: field][date] { return Applied(value, source) }
            }
            return Applied(value, nil)
        }
        calendars = applied(\.calendars, default: [])
        guard office != nil else {
            (schedule, rules, carry) = (Applied(nil, nil), Applied([], nil), Applied(nil, nil))
            return
        }
        let name = applied(\.schedule, default: nil)
        schedule = Applied(
            name.value.map { NamedSchedule(name: $0, version: common.schedules[$0]?[date]) }, name.source)
        rules = applied(\.rules, default: [])
        carry = applied(\.carry, default: nil)
    }
}

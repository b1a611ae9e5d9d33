package import Attendance

/// What applies to a person, team or office from a day on. A field is nil if the fact does not mention it.
package struct Terms: Sendable, Equatable {
    package enum Scope: Sendable, Hashable {
        case person(String)
        case team(String)
        case office(String)
    }

    /// A value of a scope's own, or its end.
    package enum Setting<Value: Sendable & Equatable>: Sendable, Equatable {
        case inherit
        case own(Value)
    }

    package let scope: Scope
    package let from: CivilDate
    /// The name of a schedule; nil: no time is owed.
    package var schedule: Setting<String?>?
    /// The names of holiday calendars. The first that has a name for a day names the holiday.
    package var calendars: Setting<[String]>?
    package var rules: Setting<[RuleSet]>?
    /// nil: the balance is carried over as it is.
    package var carry: Setting<CarryOver?>?

    package init(scope: Scope, from: CivilDate) { (self.scope, self.from) = (scope, from) }
}

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

/// The limits of the balance at the end of a period.
package struct CarryOver: Sendable, Equatable {
    /// The months, 1 to 12, by which the periods are named.
    package let months: [Int64]
    /// In seconds; nil: no limit.
    package let minimum: Int64?
    package let maximum: Int64?

    package init(months: [Int64], minimum: Int64? = nil, maximum: Int64? = nil) {
        (self.months, self.minimum, self.maximum) = (months, minimum, maximum)
    }

    /// The value within the limits.
    func clamp(_ seconds: Int64) -> Int64 { max(minimum ?? .min, min(maximum ?? .max, seconds)) }
}

/// A set of rules that warn. Their sources are in Hours.docc, "Warnings".
package enum RuleSet: String, Sendable, CaseIterable {
    case de, eu, uk, jp
    case jpFlex = "jp-flex"
    /// Compares the record with the person's own work schedule.
    case schedule
}

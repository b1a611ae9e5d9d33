extension Terms {
    /// With a value for each field: a field that is not mentioned has the value of the office, and for an office the default.
    package var filled: Terms {
        let isOffice = if case .office = scope { true } else { false }
        var filled = self
        filled.schedule = schedule ?? (isOffice ? .own(nil) : .inherit)
        filled.calendars = calendars ?? (isOffice ? .own([]) : .inherit)
        filled.rules = rules ?? (isOffice ? .own([]) : .inherit)
        filled.carry = carry ?? (isOffice ? .own(nil) : .inherit)
        return filled
    }

    /// Only the fields that differ from those of `before`; nil: there are none. The order of rule sets and calendars is no
    /// difference.
    package func changes(of before: Terms) -> Terms? {
        var changes = Terms(scope: scope, from: from)
        if schedule != before.schedule { changes.schedule = schedule }
        if calendars?.sorted() != before.calendars?.sorted() { changes.calendars = calendars }
        if rules?.sorted() != before.rules?.sorted() { changes.rules = rules }
        if carry != before.carry { changes.carry = carry }
        return changes == Terms(scope: scope, from: from) ? nil : changes
    }
}

extension Terms.Setting<[String]> {
    fileprivate func sorted() -> Self { if case .own(let names) = self { .own(names.sorted()) } else { self } }
}

extension Terms.Setting<[RuleSet]> {
    fileprivate func sorted() -> Self {
        if case .own(let rules) = self { .own(rules.sorted { $0.rawValue < $1.rawValue }) } else { self }
    }
}

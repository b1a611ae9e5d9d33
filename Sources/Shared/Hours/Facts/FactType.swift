/// The types of facts, by their names in JSON (Hours.docc, "Facts").
package enum FactType: String, Sendable, CaseIterable {
    case employment, schedule, terms, holiday, kind, account, grant, absence, adjustment, confirm, approve, close, void

    /// Whether a void can remove a fact of this type.
    package var canBeVoided: Bool { self != .void && self != .close }
}

extension Fact.Content {
    package var type: FactType {
        switch self {
        case .employment: .employment
        case .schedule: .schedule
        case .terms: .terms
        case .holiday: .holiday
        case .kind: .kind
        case .account: .account
        case .grant: .grant
        case .absence: .absence
        case .adjustment: .adjustment
        case .confirm: .confirm
        case .approve: .approve
        case .close: .close
        case .void: .void
        }
    }
}

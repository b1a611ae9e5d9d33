/// What facts can refer to: other facts by their id, and what they define. A fact that is void keeps its names known.
package struct FactReferences: Sendable {
    private var types: [String: FactType]
    private var schedules: Set<String>
    private var accounts: Set<String>
    private var kinds: Set<String>

    /// - Parameter types: the types of facts by their ids.
    package init(
        types: [String: FactType] = [:], schedules: Set<String> = [], accounts: Set<String> = [], kinds: Set<String> = []
    ) {
        (self.types, self.schedules, self.accounts, self.kinds) = (types, schedules, accounts, kinds)
    }

    package mutating func add(_ fact: Fact) {
        types[fact.id] = fact.content.type
        switch fact.content {
        case .schedule(let schedule): schedules.insert(schedule.name)
        case .account(let account): accounts.insert(account.account)
        case .kind(let kind): kinds.insert(kind.kind)
        case .employment, .terms, .holiday, .grant, .absence, .adjustment, .confirm, .approve, .close, .void: break
        }
    }

    package func contains(id: String) -> Bool { types[id] != nil }

    /// Checks that what a fact refers to exists (Hours.docc, "Checks").
    package func check(_ fact: Fact) throws(FactRejection) {
        let isKnown =
            switch fact.content {
            case .void(let target):
                if types[target]?.canBeVoided == true { true } else { throw .unknownTarget }
            case .terms(let terms): if case .own(let name?) = terms.schedule { schedules.contains(name) } else { true }
            case .kind(let kind): kind.account.map(accounts.contains) ?? true
            case .grant(let grant): accounts.contains(grant.account)
            case .absence(let absence): kinds.contains(absence.kind)
            case .employment, .schedule, .holiday, .account, .adjustment, .confirm, .approve, .close: true
            }
        guard isKnown else { throw .unknownReference }
    }
}

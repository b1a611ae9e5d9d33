package import Attendance

/// The facts of one person.
package struct PersonFacts: Sendable {
    private(set) var employments = Dated<Employment>()
    private(set) var terms = DatedTerms()
    /// In the order of recording, as all that follow.
    package private(set) var grants: [Recorded<Grant>] = []
    package private(set) var absences: [Recorded<Absence>] = []
    package private(set) var adjustments: [Recorded<Adjustment>] = []
    package private(set) var confirmations: [Recorded<PeriodFigures>] = []
    package private(set) var approvals: [Recorded<PeriodFigures>] = []
    package private(set) var closings: [Recorded<PeriodFigures>] = []
    /// The offices and teams in which the person ever was.
    private(set) var scopes: Set<Terms.Scope> = []

    /// The first day of an employment or an adjustment. No balance begins earlier.
    package var firstDay: CivilDate? { (employments.starts + adjustments.map(\.value.date)).min() }

    /// The office of a day; nil: not employed.
    package func office(on date: CivilDate) -> String? { employments[date]?.office }

    /// - Parameter facts: the person's checked facts in the order of `seq`, with their voids.
    package init(_ facts: [Fact] = []) {
        for fact in facts.withoutVoided {
            switch fact.content {
            case .employment(let employment):
                employments.add(employment, from: employment.from, seq: fact.seq)
                if let office = employment.office { scopes.insert(.office(office)) }
                if let team = employment.team { scopes.insert(.team(team)) }
            case .terms(let own): terms.add(own, seq: fact.seq)
            case .grant(let grant): grants.append(Recorded(fact, grant))
            case .absence(let absence): absences.append(Recorded(fact, absence))
            case .adjustment(let adjustment): adjustments.append(Recorded(fact, adjustment))
            case .confirm(let figures): confirmations.append(Recorded(fact, figures))
            case .approve(let figures): approvals.append(Recorded(fact, figures))
            case .close(let figures): closings.append(Recorded(fact, figures))
            case .schedule, .holiday, .kind, .account, .void: break
            }
        }
    }
}

extension [Fact] {
    /// The facts that no void removes, without the voids.
    package var withoutVoided: [Fact] {
        let voided = Set(compactMap { if case .void(let target) = $0.content { target } else { nil } })
        return filter { if case .void = $0.content { false } else { !voided.contains($0.id) } }
    }
}

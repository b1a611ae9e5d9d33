import Attendance

/// The facts of a person that concern whole periods, by period.
struct ClosingFacts {
    /// The items of the confirmation that was recorded last.
    private(set) var confirmed: [PeriodName: Items] = [:]
    /// Those of the approval that was recorded last.
    private(set) var approved: [PeriodName: Items] = [:]
    /// The sums of what all batches handed over. A period with an entry is closed.
    private(set) var handed: [PeriodName: Items] = [:]
    /// The sums of the adjustments until ``PersonDays/through`` by the names of their items, such as `adjustment.payout`.
    private(set) var adjustments: [PeriodName: Items] = [:]

    init(_ facts: PersonFacts, of person: PersonDays) {
        for fact in facts.confirmations { confirmed[fact.value.period] = fact.value.items }
        for fact in facts.approvals { approved[fact.value.period] = fact.value.items }
        for fact in facts.closings { handed[fact.value.period, default: [:]].merge(fact.value.items, uniquingKeysWith: +) }
        for fact in facts.adjustments.map(\.value) where fact.date <= person.through {
            let period = person.periods.period(of: fact.date).name
            adjustments[period, default: [:]]["adjustment.\(fact.reason.rawValue)", default: 0] += fact.seconds
        }
    }

    /// The periods that a confirmation, approval or hand-over names.
    var periods: Set<PeriodName> { Set(confirmed.keys).union(approved.keys).union(handed.keys) }
}

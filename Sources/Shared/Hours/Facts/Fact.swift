/// One dated statement about hours: the time that a person owes, an absence, an adjustment, the closing of a period, or that an earlier
/// statement is void. Facts are never changed or deleted (Hours.docc, "Facts").
package struct Fact: Sendable, Equatable {
    /// Set by the sender, unique.
    package let id: String
    /// The position in the order of recording, unique.
    package let seq: Int64
    package let content: Content

    package enum Content: Sendable, Equatable {
        case employment(Employment)
        case schedule(Schedule)
        case terms(Terms)
        case holiday(Holiday)
        case kind(AbsenceKind)
        case account(LeaveAccount)
        case grant(Grant)
        case absence(Absence)
        case adjustment(Adjustment)
        case confirm(PeriodFigures)
        case approve(PeriodFigures)
        case close(PeriodFigures)
        /// Removes the fact with this id.
        case void(target: String)
    }

    package init(id: String, seq: Int64, content: Content) {
        self.id = id
        self.seq = seq
        self.content = content
    }

    /// The person whom it concerns; nil: it concerns all people, or is a void.
    package var user: String? {
        switch content {
        case .employment(let employment): employment.user
        case .terms(let terms): if case .person(let user) = terms.scope { user } else { nil }
        case .grant(let grant): grant.user
        case .absence(let absence): absence.user
        case .adjustment(let adjustment): adjustment.user
        case .confirm(let figures), .approve(let figures), .close(let figures): figures.user
        case .schedule, .holiday, .kind, .account, .void: nil
        }
    }
}

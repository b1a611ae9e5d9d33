package import Attendance

/// Which facts of a person are erased until a day, and what is recorded in their place, so that no later day changes (Hours.docc,
/// "Erased days").
package struct CarriedFacts: Sendable {
    package struct Addition: Sendable, Equatable {
        package let content: Fact.Content
        /// The id of the erased or removed fact that it continues; nil: it continues none alone.
        package let origin: String?
    }

    /// The ids of the facts to erase.
    package let erased: Set<String>
    /// In the order of recording.
    package private(set) var added: [Addition] = []

    /// - Parameters:
    ///   - facts: all of the person, in the order of `seq`, with their voids.
    ///   - work: that of the days until `last`, at least; later days are ignored.
    ///   - last: the last erased day. It is over.
    /// - Returns: nil if there is nothing to erase, or only what stands for days that are erased already.
    package init?(
        _ facts: [Fact], _ common: CommonFacts, work: [DayWork], until last: CivilDate,
        periods: PeriodCalendar = .calendarMonths
    ) {
        let begun = Set(facts.filter { $0.content.isErased(until: last, periods) }.map(\.id))
        let erased = facts.filter { fact in
            if case .void(let target) = fact.content { begun.contains(target) } else { begun.contains(fact.id) }
        }
        guard let user = facts.lazy.compactMap(\.user).first, !erased.allSatisfy(\.content.canStandForErasedDays) else {
            return nil
        }
        self.erased = Set(erased.map(\.id))
        let person = PersonFacts(facts)
        let days = PersonDays(of: person, common, work: work, through: last, to: last, periods: periods)
        carryEmployment(of: person, facts, after: last)
        carryTerms(of: person, user, after: last)
        if let carried = days.days.last?.carried, carried != 0 {
            add(.adjustment(Adjustment(user: user, date: last, seconds: carried, reason: .retention)))
        }
        carryGrants(LeaveBalances(of: days, person, common, to: last), person, user, after: last)
        carryAbsences(of: person, common, after: last)
    }

    private mutating func add(_ content: Fact.Content, origin: String? = nil) {
        added.append(Addition(content: content, origin: origin))
    }

    private mutating func carryEmployment(of person: PersonFacts, _ facts: [Fact], after last: CivilDate) {
        guard let old = person.employments.continuing(after: last), old.office != nil else { return }
        let origin = facts.withoutVoided.last { $0.content == .employment(old) }
        let new = Employment(user: old.user, from: last.adding(days: 1), office: old.office, team: old.team)
        add(.employment(new), origin: origin?.id)
    }

    private mutating func carryTerms(of person: PersonFacts, _ user: String, after last: CivilDate) {
        func own<Value>(_ field: KeyPath<DatedTerms, Dated<Terms.Setting<Value>>>) -> Terms.Setting<Value>? {
            guard case .own(let value)? = person.terms[keyPath: field].continuing(after: last) else { return nil }
            return .own(value)
        }
        let none = Terms(scope: .person(user), from: last.adding(days: 1))
        var terms = none
        (terms.schedule, terms.calendars) = (own(\.schedule), own(\.calendars))
        (terms.rules, terms.carry) = (own(\.rules), own(\.carry))
        if terms != none { add(.terms(terms)) }
    }

    /// What is left of each grant, in the order of use, which stays, with the half days that must still be taken; and the debt.
    private mutating func carryGrants(
        _ balances: LeaveBalances, _ person: PersonFacts, _ user: String, after last: CivilDate
    ) {
        let next = last.adding(days: 1)
        let grants = Dictionary(person.grants.map { ($0.id, $0.value) }) { first, _ in first }
        let obligations = Dictionary(balances.obligations.map { ($0.grant, $0) }) { first, _ in first }
        for account in balances.accounts {
            for balance in account.grants {
                var due: Obligation?
                if let obligation = obligations[balance.id], obligation.due > last, obligation.taken < obligation.needed {
                    due = obligation
                }
                guard balance.remaining > 0 || due != nil else { continue }
                add(
                    .grant(
                        Grant(
                            user: user, account: account.account, amount: balance.remaining, from: next,
                            // Nothing of the others is left that could lapse.
                            expires: balance.remaining > 0 ? grants[balance.id]?.expires : nil,
                            mustTakeHalves: due.map { $0.needed - $0.taken } ?? 0, mustTakeBy: due?.due)),
                    origin: balance.id)
            }
            if account.debt > 0 {
                add(.grant(Grant(user: user, account: account.account, amount: 0, from: next, debt: account.debt)))
            }
        }
    }

    /// The rest of each absence that goes on. It is recorded last, so it would claim before a later one of the same rank: such ones
    /// are recorded again, too.
    private mutating func carryAbsences(of person: PersonFacts, _ common: CommonFacts, after last: CivilDate) {
        let next = last.adding(days: 1)
        func ranks(_ absence: Absence) -> Set<Int64> { Set((common.kinds[absence.kind]?.values ?? []).map(\.rank)) }
        var renewed: [Absence] = []
        for absence in person.absences where absence.value.to > last {
            let own = absence.value
            let isNew = own.from > last
            let competes = renewed.contains { other in
                own.from <= other.to && other.from <= own.to && !ranks(own).isDisjoint(with: ranks(other))
            }
            guard !isNew || competes else { continue }
            let rest = Absence(user: own.user, kind: own.kind, from: max(own.from, next), to: own.to, extent: own.extent)
            renewed.append(rest)
            if isNew { add(.void(target: absence.id)) }
            add(.absence(rest), origin: absence.id)
        }
    }
}

extension Fact.Content {
    /// Whether it is erased with the days until `last`, unless it is a void: figures with their whole period.
    fileprivate func isErased(until last: CivilDate, _ periods: PeriodCalendar) -> Bool {
        switch self {
        case .confirm(let figures), .approve(let figures), .close(let figures): periods.period(figures.period).last <= last
        default: firstDay.map { $0 <= last } ?? false
        }
    }

    /// Whether it can be in the place of erased facts of a person who is not employed any more. Then it can stay.
    /// 'Retention/people_with_due_hours' leaves the same facts out.
    fileprivate var canStandForErasedDays: Bool {
        switch self {
        case .grant, .terms: true
        case .adjustment(let adjustment): adjustment.reason == .retention
        default: false
        }
    }
}

extension Dated {
    /// The value of a day that holds on the next day, too; nil: there is none, or another one begins.
    fileprivate func continuing(after last: CivilDate) -> Value? {
        let next = last.adding(days: 1)
        return starts.contains(next) ? nil : self[next]
    }
}

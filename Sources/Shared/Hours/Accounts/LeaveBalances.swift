package import Attendance

/// The leave accounts and the obligations of a person at the end of a day (Hours.docc, "Leave accounts" and "Obligations").
package struct LeaveBalances: Sendable, Equatable {
    /// The defined accounts in which a grant began or that a claim uses, ordered by name, by code point.
    package let accounts: [AccountBalance]
    /// In the order of ``accounts`` and their grants.
    package let obligations: [Obligation]

    /// Takes time in proportion to the days, claims and grants, apart from the sorting of grants.
    /// - Parameters:
    ///   - days: all days of the person from the first fact or work until `to`, and until ``PersonDays/through`` if that is
    ///     later: obligations count all leave that was taken.
    ///   - to: the day at whose end the accounts are. Grants that begin later have no effect yet.
    package init(of days: PersonDays, _ facts: PersonFacts, _ common: CommonFacts, to: CivilDate) {
        var grants: [String: [Recorded<Grant>]] = [:]
        for grant in facts.grants where grant.value.from <= to {
            grants[grant.value.account, default: []].append(grant)
        }
        var uses: [String: AccountUses] = [:]
        for day in days.days {
            for claim in day.claims {
                guard let account = claim.kind.account, common.accounts[account] != nil else { continue }
                uses[account, default: AccountUses()].add(claim, on: day.date)
            }
        }
        let used = uses.filter { $0.value.begins(by: to) }.keys
        let names = Set(grants.keys).union(used).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var (accounts, obligations): ([AccountBalance], [Obligation]) = ([], [])
        for name in names {
            let ordered = (grants[name] ?? []).inOrderOfUse
            let uses = uses[name] ?? AccountUses()
            accounts.append(AccountBalance(name, ordered, uses, through: days.through, to: to))
            for grant in ordered where grant.value.mustTakeHalves > 0 {
                obligations.append(Obligation(grant, uses, through: days.through, to: to))
            }
        }
        (self.accounts, self.obligations) = (accounts, obligations)
    }
}

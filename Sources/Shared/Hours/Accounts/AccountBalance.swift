import Attendance

/// A leave account at the end of a day. All amounts are seconds of the account.
package struct AccountBalance: Sendable, Equatable {
    package let account: String
    /// The sum of the grants that began, less the debt that they carry over.
    package let granted: Int64
    /// What claims use on days that count.
    package let taken: Int64
    /// What claims use on later days.
    package let planned: Int64
    /// What was left of grants on their last day.
    package let lapsed: Int64
    /// What claims used beyond the grants. Grants that begin later settle it.
    package let debt: Int64
    /// The grants that began, in the order of use.
    package let grants: [GrantBalance]

    /// What the grants still have, less the debt.
    package var remaining: Int64 { granted - taken - planned - lapsed }

    /// - Parameters:
    ///   - grants: those that began by `to`, in the order of use.
    ///   - uses: those of days after `to` are left out.
    init(_ account: String, _ grants: [Recorded<Grant>], _ uses: AccountUses, through: CivilDate, to: CivilDate) {
        var fold = GrantFold(grants)
        var (taken, planned): (Int64, Int64) = (0, 0)
        for use in uses.list where use.date <= to {
            fold.use(use.amount, on: use.date)
            if use.date <= through { taken += use.amount } else { planned += use.amount }
        }
        fold.finish(on: to)
        self.account = account
        granted = grants.reduce(0) { $0 + $1.value.amount - $1.value.debt }
        (self.taken, self.planned, self.debt, self.grants) = (taken, planned, fold.debt, fold.balances)
        lapsed = fold.balances.reduce(0) { $0 + $1.lapsed }
    }
}

/// A grant at the end of a day, in seconds of its account.
package struct GrantBalance: Sendable, Equatable {
    package let id: String
    package let remaining: Int64
    package let lapsed: Int64
}

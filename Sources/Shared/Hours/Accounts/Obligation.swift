package import Attendance

/// The half days of leave that a person must take within a year from a grant on (Hours.docc, "Obligations").
package struct Obligation: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case done, missed, open
    }

    package let account: String
    /// The id of the grant.
    package let grant: String
    /// The last day of the year, or the one that the grant names.
    package let due: CivilDate
    package let needed: Int64
    /// The half days of the account's leave from the grant's begin until ``due``, on days that count.
    package let taken: Int64
    /// Those on later days until ``due``, as far as they are asked for.
    package let planned: Int64
    package let state: State

    /// - Parameter uses: those of the grant's account.
    init(_ grant: Recorded<Grant>, _ uses: AccountUses, through: CivilDate, to: CivilDate) {
        let from = grant.value.from
        (account, self.grant, needed) = (grant.value.account, grant.id, grant.value.mustTakeHalves)
        due = grant.value.mustTakeBy ?? from.endOfYear
        taken = uses.halves(from: from, to: min(due, through))
        planned = uses.halves(from: max(from, through.adding(days: 1)), to: min(due, to))
        state = taken >= needed ? .done : through >= due ? .missed : .open
    }
}

extension CivilDate {
    /// The last day of the year that begins on this day. The year of a 29 February ends on 28 February.
    fileprivate var endOfYear: CivilDate {
        let (year, month, day) = components
        let next = CivilDate(year: year + 1, month: month, day: day)
        return next?.adding(days: -1) ?? adding(days: 365)
    }
}

package import Attendance

/// A kind of absence from a day on, such as leave or sickness.
package struct AbsenceKind: Sendable, Equatable {
    package enum Credit: String, Sendable, CaseIterable {
        /// The absence counts as worked.
        case full
        /// It completes the day to its target, and adds nothing to a full day.
        case fill
        /// It does not count: the balance pays for it.
        case none
    }

    package let kind: String
    package let from: CivilDate
    package let credit: Credit
    /// Of absences on one day, the one with the higher rank claims first.
    package let rank: Int64
    /// The leave account that pays; nil: none.
    package let account: String?
    /// Whether its days are left out of averages of working time.
    package let isNeutral: Bool

    package init(kind: String, from: CivilDate, credit: Credit, rank: Int64, account: String? = nil, isNeutral: Bool = false) {
        (self.kind, self.from, self.credit) = (kind, from, credit)
        (self.rank, self.account, self.isNeutral) = (rank, account, isNeutral)
    }
}

/// An approved absence, both days included.
package struct Absence: Sendable, Equatable {
    /// What it takes of each of its days.
    package enum Extent: Sendable, Equatable {
        case part(DayPart)
        /// Seconds, 1 to 86400.
        case hours(Int64)
    }

    package let user: String
    package let kind: String
    package let from: CivilDate
    package let to: CivilDate
    package let extent: Extent

    package init(user: String, kind: String, from: CivilDate, to: CivilDate, extent: Extent = .part(.full)) {
        (self.user, self.kind, self.from, self.to, self.extent) = (user, kind, from, to, extent)
    }
}

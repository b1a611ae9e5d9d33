package import Attendance

/// A signed change of the balance. It never changes the work.
package struct Adjustment: Sendable, Equatable {
    package enum Reason: String, Sendable, CaseIterable {
        case opening, payout, correction
        /// Moved to a leave account by a grant.
        case transfer
        /// Stands for days whose record was erased.
        case retention
    }

    package let user: String
    package let date: CivilDate
    package let seconds: Int64
    package let reason: Reason

    package init(user: String, date: CivilDate, seconds: Int64, reason: Reason = .correction) {
        (self.user, self.date, self.seconds, self.reason) = (user, date, seconds, reason)
    }
}

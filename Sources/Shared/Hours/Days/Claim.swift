/// What an absence takes of a day. Amounts are seconds.
package struct Claim: Sendable, Equatable {
    /// The id of the absence.
    package let absence: String
    package let kind: AbsenceKind
    /// Empty for hourly ones.
    package let halves: Halves
    package let isHourly: Bool
    /// Of the day's target.
    package let claimed: Int64
    /// Counts as worked.
    package internal(set) var credited: Int64
    /// Of the leave account.
    package let taken: Int64
}

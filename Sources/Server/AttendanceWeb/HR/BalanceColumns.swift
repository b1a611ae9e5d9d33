import Attendance
import AttendanceStore
import Localization

/// What a list of people shows of the time that they owed in a period, and of their balances.
struct BalanceColumns: Sendable {
    /// Without the people to whom no schedule applies in the period.
    let summaries: [PersonID: BalanceSummary]
    /// Whether a day of the period counts. Otherwise only the balances are shown.
    let hasDifferences: Bool
    let targetName, differenceName: String
    /// With the last day that it includes.
    let balanceName: String

    /// - Returns: nil if a schedule applies to none of the people.
    init?(_ summaries: [PersonID: BalanceSummary], in period: ClosedRange<CivilDate>, today: CivilDate) {
        if summaries.isEmpty { return nil }
        self.summaries = summaries
        hasDifferences = period.lowerBound < today
        let isPartial = period.upperBound >= today
        targetName = localized(isPartial ? "recordHours.targetUntil" : "recordHours.target")
        differenceName = localized(isPartial ? "recordHours.differenceUntil" : "recordHours.difference")
        balanceName =
            isPartial
            ? localized("recordHours.balance") : localized("recordHours.balanceOn", ["day": period.upperBound.short])
    }

    /// The amounts of a person as text.
    struct Texts: Sendable {
        let target, difference, balance: String
    }

    /// nil: no schedule applies to the person.
    func texts(of person: PersonID) -> Texts? {
        summaries[person].map { summary in
            Texts(
                target: hoursAndMinutes(summary.target),
                difference: WorkedTime.signedHoursAndMinutes(summary.difference),
                balance: WorkedTime.signedHoursAndMinutes(summary.balance))
        }
    }

    /// The sums of the targets and differences of some people.
    func sums(of people: [PersonID]) -> (target: String, difference: String) {
        let found = people.compactMap { summaries[$0] }
        return (
            hoursAndMinutes(found.reduce(0) { $0 + $1.target }),
            WorkedTime.signedHoursAndMinutes(found.reduce(0) { $0 + $1.difference })
        )
    }

    /// - Parameter order: nil: the order stays. Members without a balance come last.
    func sorted(_ members: [Subordinate], _ order: TeamQuery.Order?) -> [Subordinate] {
        guard let order else { return members }
        return members.enumerated().sorted { one, other in
            switch (summaries[one.element.person.id]?.balance, summaries[other.element.person.id]?.balance) {
            case (let first?, let second?) where first != second: order == .lowest ? first < second : first > second
            case (nil, _?): false
            case (_?, nil): true
            default: one.offset < other.offset
            }
        }.map(\.element)
    }

    /// - Parameter limit: nil: everybody is listed.
    func isListed(_ person: PersonID, _ limit: BalanceLimit?) -> Bool {
        guard let limit else { return true }
        return summaries[person].map { limit.isPassed(by: $0.balance) } ?? false
    }
}

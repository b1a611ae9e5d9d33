import Attendance
import AttendanceStore
import Hours
import Localization

/// What a list of people shows of the time that they owed in a period, and of their balances.
struct BalanceColumns: Sendable {
    /// Without the people to whom no schedule applies in the period.
    let summaries: [PersonID: BalanceSummary]
    /// Whether a day of the period counts. Otherwise only the balances are shown.
    let hasDifferences: Bool
    /// Whether a holiday or an absence counts as worked for one of the people.
    let hasCredits: Bool
    let targetName, differenceName: String
    /// With the last day that it includes.
    let balanceName: String

    /// - Returns: nil if a schedule applies to none of the people.
    init?(_ summaries: [PersonID: BalanceSummary], in period: ClosedRange<CivilDate>, today: CivilDate) {
        if summaries.isEmpty { return nil }
        self.summaries = summaries
        hasDifferences = period.lowerBound < today
        hasCredits = hasDifferences && summaries.values.contains { $0.minutes.credited > 0 }
        let isPartial = period.upperBound >= today
        targetName = localized(isPartial ? "recordHours.targetUntil" : "recordHours.target")
        differenceName = localized(isPartial ? "recordHours.differenceUntil" : "recordHours.difference")
        balanceName =
            isPartial
            ? localized("recordHours.balance") : localized("recordHours.balanceOn", ["day": period.upperBound.short])
    }

    /// The amounts of a person as text.
    struct Texts: Sendable {
        let target, credited, difference, balance: String
    }

    /// nil: no schedule applies to the person.
    func texts(of person: PersonID) -> Texts? {
        summaries[person].map { summary in
            Texts(
                target: hoursAndMinutes(minutes: summary.minutes.target),
                credited: hoursAndMinutes(minutes: summary.minutes.credited),
                difference: WorkedTime.signedHoursAndMinutes(minutes: summary.minutes.difference),
                balance: WorkedTime.signedHoursAndMinutes(summary.balance))
        }
    }

    /// The sums of some people.
    func sums(of people: [PersonID]) -> (target: String, credited: String, difference: String) {
        let sum = people.reduce(ShownMinutes.zero) { sum, person in summaries[person].map { sum + $0.minutes } ?? sum }
        return (
            hoursAndMinutes(minutes: sum.target), hoursAndMinutes(minutes: sum.credited),
            WorkedTime.signedHoursAndMinutes(minutes: sum.difference)
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

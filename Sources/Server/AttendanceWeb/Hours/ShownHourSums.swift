import Attendance
import Hours
import Localization

/// The sums of a week or month as pages show them. They add up: the balance before, the difference and the changes are the balance.
struct ShownHourSums: Sendable, Equatable {
    let targetName, differenceName: String
    let sumsTarget: String
    /// What holidays and absences count as worked; nil: nothing.
    let sumsCredit: String?
    /// Worked and credited time minus the target, with its sign. Adjustments are not in it.
    let sumsDifference: String
    let before: HoursAmount
    /// The adjustments and the limit of the carry-over, by name.
    let changes: [HoursAmount]
    /// That at the end of the days.
    let balance: String
    private let isFirst: Bool

    /// - Parameters:
    ///   - minutes: the sum of the days that count.
    ///   - carried: the balance after the last of them, in seconds.
    ///   - isPartial: whether later days than yesterday are left out.
    init(_ minutes: ShownMinutes, _ sums: HourSums, carried: Int64, isPartial: Bool) {
        targetName = localized(isPartial ? "recordHours.targetUntil" : "recordHours.target")
        differenceName = localized(isPartial ? "recordHours.differenceUntil" : "recordHours.difference")
        sumsTarget = hoursAndMinutes(minutes: minutes.target)
        sumsCredit = minutes.credited > 0 ? hoursAndMinutes(minutes: minutes.credited) : nil
        sumsDifference = WorkedTime.signedHoursAndMinutes(minutes: minutes.difference)
        changes = [("recordHours.adjustments", sums.adjustment), ("recordHours.cut", sums.cut)].compactMap { name, seconds in
            seconds == 0 ? nil : HoursAmount(name, signed: seconds)
        }
        balance = WorkedTime.signedHoursAndMinutes(carried)
        let changed = WorkedTime.minutes(sums.adjustment) + WorkedTime.minutes(sums.cut)
        let start = WorkedTime.minutes(carried) - minutes.difference - changed
        (before, isFirst) = (HoursAmount("recordHours.balanceBefore", signedMinutes: start), start == 0)
    }

    /// All sums by name, with the balance before them unless it is zero.
    var amounts: [HoursAmount] {
        owed + (isFirst ? [] : [before]) + [HoursAmount(named: differenceName, sumsDifference)] + changes
    }

    /// Target, credited time and changes as text.
    var inWords: String { (owed + changes).map(\.inWords).localizedList("record.separator") }

    private var owed: [HoursAmount] {
        [HoursAmount(named: targetName, sumsTarget)] + (sumsCredit.map { [HoursAmount("recordHours.credited", $0)] } ?? [])
    }
}

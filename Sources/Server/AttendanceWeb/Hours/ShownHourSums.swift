import Attendance
import Hours
import Localization

/// The sums of a week or month as pages show them, made from seconds.
struct ShownHourSums: Sendable, Equatable {
    let sumsTarget: String
    /// What holidays and absences count as worked; nil: nothing.
    let sumsCredit: String?
    /// Worked and credited time minus the target, with its sign. Adjustments are not in it.
    let sumsDifference: String
    /// The adjustments and the limit of the carry-over, by name.
    let changes: [HoursAmount]
    private let isPartial: Bool

    /// - Parameter isPartial: whether later days than yesterday are left out.
    init(_ sums: HourSums, isPartial: Bool) {
        self.isPartial = isPartial
        sumsTarget = hoursAndMinutes(sums.target)
        let credit = sums.holiday + sums.absence
        sumsCredit = credit > 0 ? hoursAndMinutes(credit) : nil
        sumsDifference = WorkedTime.signedHoursAndMinutes(sums.balance - sums.adjustment - sums.cut)
        changes = [("recordHours.adjustments", sums.adjustment), ("recordHours.cut", sums.cut)].compactMap { name, seconds in
            seconds == 0 ? nil : HoursAmount(name, signed: seconds)
        }
    }

    /// All sums by name.
    var amounts: [HoursAmount] {
        owed + [HoursAmount(isPartial ? "recordHours.differenceUntil" : "recordHours.difference", sumsDifference)] + changes
    }

    /// All but the difference as text.
    var inWords: String { (owed + changes).map(\.inWords).localizedList("record.separator") }

    private var owed: [HoursAmount] {
        [HoursAmount(isPartial ? "recordHours.targetUntil" : "recordHours.target", sumsTarget)]
            + (sumsCredit.map { [HoursAmount("recordHours.credited", $0)] } ?? [])
    }
}

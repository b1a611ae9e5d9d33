import Attendance
import Hours
import Localization

/// A person's day as pages show it: what was owed, and the difference to it.
struct ShownDayHours: Sendable {
    /// The time owed on a day that counts, in hours and minutes; nil: the day does not count.
    let dayTarget: String?
    /// The time owed on today or a later day, without holidays and absences; nil: none.
    let plannedTarget: String?
    /// What a holiday and absences count as worked; nil: nothing.
    let dayCredit: String?
    /// Worked and credited time minus the target, with its sign; nil: the day does not count, or nothing was owed and worked.
    let dayDifference: String?
    /// What it consists of, by name.
    let dayAmounts: [HoursAmount]
    /// The name of the holiday, with its half of the day; nil: the day is none.
    let holiday: String?
    /// Whether the holiday leaves nothing owed.
    let isWholeHoliday: Bool
    /// Absences, adjustments and the limit of the carry-over as text.
    let changes: [String]
    let dayWarnings: [ShownWarning]

    /// - Parameters:
    ///   - minutes: those of the day.
    ///   - through: the last day that counts.
    ///   - adjustments: those of the day.
    /// - Returns: nil if there is nothing to show.
    init?(
        _ day: DayHours, _ minutes: ShownMinutes, _ through: CivilDate, _ adjustments: [Adjustment], _ warnings: [ShownWarning]
    ) {
        let isPast = day.date <= through
        let adjustments = isPast ? adjustments.filter { $0.seconds != 0 } : []
        guard day.conditions.schedule != nil || !adjustments.isEmpty || day.cut != 0 else { return nil }
        dayTarget = day.isCounted ? hoursAndMinutes(minutes: minutes.target) : nil
        plannedTarget = !isPast && minutes.owed > 0 ? hoursAndMinutes(minutes: minutes.owed) : nil
        dayCredit = day.isCounted && minutes.credited > 0 ? hoursAndMinutes(minutes: minutes.credited) : nil
        dayDifference =
            day.isCounted && (day.target > 0 || day.worked > 0)
            ? WorkedTime.signedHoursAndMinutes(minutes: minutes.difference) : nil
        let changed = adjustments.map { HoursAmount($0) }
        let cut = day.cut == 0 ? [] : [HoursAmount("recordHours.cut", signed: day.cut)]
        dayAmounts =
            [
                (dayTarget ?? plannedTarget).map { HoursAmount("recordHours.target", $0) },
                dayCredit.map { HoursAmount("recordHours.credited", $0) },
                dayDifference.map { HoursAmount("recordHours.difference", $0) },
            ].compactMap(\.self) + changed + cut
        (holiday, isWholeHoliday) = (Self.holiday(of: day), day.holiday != nil && day.holidaySeconds == day.target)
        let absent = day.claims.reduce(0) { $0 + $1.claimed }
        changes =
            (absent > 0 ? [localized("recordHours.absence", ["absent": hoursAndMinutes(absent)])] : [])
            + (changed + cut).map(\.inWords)
        dayWarnings = warnings
    }

    /// All remarks as text.
    var remarks: [String] { [holiday].compactMap(\.self) + changes }

    /// The remarks and warnings, each text once.
    var marks: [String] {
        var known: Set<String> = []
        return (remarks + dayWarnings.map(\.warningWords)).filter { known.insert($0).inserted }
    }

    private static func holiday(of day: DayHours) -> String? {
        guard let name = day.holiday else { return nil }
        // The halves that no absence owns.
        switch day.claims.reduce(day.owned, { $0.subtracting($1.halves) }) {
        case .morning: return localized("recordHours.holiday.morning", ["holiday": name])
        case .afternoon: return localized("recordHours.holiday.afternoon", ["holiday": name])
        default: return name
        }
    }
}

/// An amount of time with its name.
struct HoursAmount: Sendable, Equatable {
    let amountName: String
    /// Hours and minutes, with a sign if the amount changes a balance.
    let amount: String

    init(named name: String, _ amount: String) { (amountName, self.amount) = (name, amount) }

    /// - Parameter name: the key of the name, as in all that follow.
    init(_ name: String, _ amount: String) { self.init(named: localized(name), amount) }

    init(_ name: String, signed seconds: Int64) { self.init(name, WorkedTime.signedHoursAndMinutes(seconds)) }

    init(_ name: String, signedMinutes minutes: Int64) {
        self.init(name, WorkedTime.signedHoursAndMinutes(minutes: minutes))
    }

    init(_ adjustment: Adjustment) {
        self.init("recordHours.adjustment.\(adjustment.reason.rawValue)", signed: adjustment.seconds)
    }

    var inWords: String { localized("recordHours.amount", ["name": amountName, "amount": amount]) }
}

import Attendance
import AttendanceStore
import Localization

/// What a person owed in the month of a sheet, and the balance at its end.
struct SheetHours: Sendable {
    struct Line: Sendable {
        let lineTarget: String
        /// What a holiday and absences count as worked.
        let lineCredit: String
        let lineDifference: String
        /// The holiday, absences, adjustments and the limit of the carry-over as text.
        fileprivate(set) var remarks: [String] = []

        /// A further row of a day, or a day on which nothing is owed.
        static let none = Line(lineTarget: "", lineCredit: "", lineDifference: "")
    }

    struct Totals: Sendable {
        let targetName, differenceName: String
        let sheetTarget: String
        let sheetCredit: String
        let sheetDifference: String
        /// With the last day that it includes.
        let balanceName: String
        let sheetBalance: String
        /// The balance before the month, and what changed it besides the difference.
        let balanceChanges: String
    }

    let totals: Totals
    private let lines: [CivilDate: Line]

    /// - Returns: nil if no schedule applied to the person on a day of the month that counts.
    init?(_ hours: PersonHours?, of month: ClosedRange<CivilDate>) {
        guard let hours = ShownHours(hours), let sums = hours.sums(of: month) else { return nil }
        let last = min(month.upperBound, hours.through)
        totals = Totals(
            targetName: sums.targetName, differenceName: sums.differenceName,
            sheetTarget: sums.sumsTarget, sheetCredit: sums.sumsCredit ?? "", sheetDifference: sums.sumsDifference,
            balanceName: localized("recordHours.balanceOn", ["day": last.short]),
            sheetBalance: sums.balance,
            balanceChanges: ([sums.before] + sums.changes).map(\.inWords).localizedList("sheet.separator"))
        var lines: [CivilDate: Line] = [:]
        for date in month.days {
            guard let day = hours.day(date) else { continue }
            lines[date] = Line(
                // Nothing is owed on a free day.
                lineTarget: day.dayDifference.flatMap { _ in day.dayTarget } ?? "", lineCredit: day.dayCredit ?? "",
                lineDifference: day.dayDifference ?? "",
                remarks: day.remarks)
        }
        self.lines = lines
    }

    func line(_ date: CivilDate) -> Line { lines[date] ?? .none }
}

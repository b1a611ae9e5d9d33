import Attendance

/// The sums of the daily rows of a person or of all people, for the second sheet of a spreadsheet for people.
struct PersonTotals: Sendable, Equatable {
    let employeeID: String
    let employeeName: String
    /// nil: the person has none, or these are the sums of all people.
    let personnelNumber: String?
    /// The numbers of working days: with work, with a corrected tap, and with an issue that requires a correction.
    private(set) var days, correctedDays, daysToFix: Int64
    private(set) var workedSeconds: Int64 = 0
    private(set) var workedRoundedSeconds: Int64 = 0
    /// In the minutes that pages show (``ShownRow``).
    private(set) var time = ShownTime.zero
    /// nil in the sums of all people: the lengths of sessions until their automatic end mean nothing together.
    private(set) var unconfirmedSeconds: Int64?

    /// - Parameters:
    ///   - rows: all daily rows of one person.
    ///   - shown: the same rows with the flags that pages show.
    /// - Returns: nil without rows.
    init?(_ rows: [NamedDailyRow], shown: [DailyRow]) {
        guard let first = rows.first else { return nil }
        func days(_ rows: [DailyRow], _ condition: (DailyRow) -> Bool) -> Int64 {
            Int64(Set(rows.filter(condition).map(\.key.date)).count)
        }
        let exported = rows.map(\.row)
        (employeeID, employeeName, personnelNumber) = (first.employeeID, first.employeeName, first.personnelNumber)
        self.days = days(exported) { $0.sessions > 0 }
        correctedDays = days(exported) { !$0.flags.isDisjoint(with: [.corrected, .moved, .voided]) }
        daysToFix = days(shown) { !$0.flags.isDisjoint(with: .urgent) }
        for named in rows {
            workedSeconds += named.row.workedSeconds
            workedRoundedSeconds += named.workedRoundedSeconds
            time = time + named.time
        }
        unconfirmedSeconds = rows.reduce(0) { $0 + $1.row.unconfirmedSeconds }
    }

    /// The sums of all people.
    /// - Parameter name: the head of their row.
    init(of people: [PersonTotals], name: String) {
        (employeeID, employeeName, personnelNumber) = (name, "", nil)
        (days, correctedDays, daysToFix) = (0, 0, 0)
        for person in people {
            days += person.days
            correctedDays += person.correctedDays
            daysToFix += person.daysToFix
            workedSeconds += person.workedSeconds
            workedRoundedSeconds += person.workedRoundedSeconds
            time = time + person.time
        }
    }
}

/// The columns of the sheet of totals.
enum TotalsColumn: String, Sendable, CaseIterable {
    case employeeID = "employee_id"
    case employeeName = "employee_name"
    /// Only if a person has one.
    case personnelNumber = "personnel_number"
    case days
    case worked
    case workedHours = "worked_hours"
    /// The sum of the days' rounded times. Only with a rounding.
    case workedRounded = "worked_rounded"
    case pause
    case unconfirmed
    case correctedDays = "corrected_days"
    case daysToFix = "days_to_fix"

    /// - Parameter isNumbered: whether a person has a personnel number.
    static func all(isRounded: Bool, isNumbered: Bool) -> [TotalsColumn] {
        allCases.filter { column in
            switch column {
            case .workedRounded: isRounded
            case .personnelNumber: isNumbered
            default: true
            }
        }
    }

    var kind: ExportColumn.Kind {
        switch self {
        case .employeeID, .employeeName, .personnelNumber: .text
        case .days, .correctedDays, .daysToFix: .integer
        case .worked, .workedRounded, .pause, .unconfirmed: .hoursAndMinutes
        case .workedHours: .decimalHours
        }
    }

    func cell(of totals: PersonTotals) -> ExportCell {
        switch self {
        case .employeeID: .text(totals.employeeID)
        case .employeeName: .text(totals.employeeName)
        case .personnelNumber: totals.personnelNumber.map(ExportCell.text) ?? .empty
        case .days: .integer(totals.days)
        case .worked: .hoursAndMinutes(totals.time.worked * 60)
        case .workedHours: .decimalHours(totals.workedSeconds)
        case .workedRounded: .hoursAndMinutes(totals.workedRoundedSeconds)
        case .pause: .hoursAndMinutes(totals.time.pause * 60)
        case .unconfirmed: totals.unconfirmedSeconds.map(ExportCell.hoursAndMinutes) ?? .empty
        case .correctedDays: .integer(totals.correctedDays)
        case .daysToFix: .integer(totals.daysToFix)
        }
    }
}

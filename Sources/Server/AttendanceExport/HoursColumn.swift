/// The columns of targets and balances, in the order of the contract (Exports.md). Names and order never change; new columns come
/// last.
///
/// Amounts that can be negative are decimal hours for people, because Excel shows no negative durations.
enum HoursColumn: String, Sendable, CaseIterable {
    case employeeID = "employee_id"
    case employeeName = "employee_name"
    case personnelNumber = "personnel_number"
    /// Of the day, as is the team.
    case office
    case team
    case workDate = "work_date"
    case schedule
    /// `yes` or `no`.
    case counted
    case target = "target_s"
    case targetHoursAndMinutes = "target_hhmm"
    /// In all offices.
    case worked = "worked_s"
    case workedHoursAndMinutes = "worked_hhmm"
    case night = "night_s"
    case nightHoursAndMinutes = "night_hhmm"
    case overtime = "overtime_s"
    case overtimeHoursAndMinutes = "overtime_hhmm"
    case restDay = "rest_day_s"
    case restDayHoursAndMinutes = "rest_day_hhmm"
    case holiday
    case holidaySeconds = "holiday_s"
    case holidayHoursAndMinutes = "holiday_hhmm"
    case absence = "absence_s"
    case absenceHoursAndMinutes = "absence_hhmm"
    case adjustment = "adjustment_s"
    case adjustmentHours = "adjustment_hours"
    case cut = "cut_s"
    case cutHours = "cut_hours"
    case balance = "balance_s"
    case balanceHours = "balance_hours"
    case carried = "carried_s"
    case carriedHours = "carried_hours"

    /// By the end of the name.
    var kind: ExportColumn.Kind {
        if self == .workDate { return .date }
        if rawValue.hasSuffix("_s") { return .integer }
        if rawValue.hasSuffix("_hhmm") { return .hoursAndMinutes }
        return rawValue.hasSuffix("_hours") ? .decimalHours : .text
    }

    /// Whether the column is an amount of time.
    var isDuration: Bool { [.integer, .hoursAndMinutes, .decimalHours].contains(kind) }

    /// The column that people read in place of one of seconds; nil: this one.
    var forPeople: HoursColumn? {
        guard kind == .integer else { return nil }
        let stem = rawValue.dropLast(2)
        return HoursColumn(rawValue: stem + "_hhmm") ?? HoursColumn(rawValue: stem + "_hours")
    }

    func cell(of row: HoursRow) -> ExportCell {
        let seconds = seconds(of: row)
        return switch kind {
        case .date: .date(row.date)
        case .integer: .integer(seconds)
        case .hoursAndMinutes: .hoursAndMinutes(seconds)
        case .decimalHours: .decimalHours(seconds)
        case .text, .moment, .instant: text(of: row).map(ExportCell.text) ?? .empty
        }
    }

    private func text(of row: HoursRow) -> String? {
        switch self {
        case .employeeID: row.employeeID
        case .employeeName: row.employeeName
        case .personnelNumber: row.personnelNumber
        case .office: row.office
        case .team: row.team
        case .schedule: row.schedule
        case .counted: row.words.answer(row.isCounted)
        case .holiday: row.holiday
        default: nil
        }
    }

    /// The amount of a column; 0 if it has none.
    func seconds(of row: HoursRow) -> Int64 {
        switch self {
        case .target, .targetHoursAndMinutes: row.target
        case .worked, .workedHoursAndMinutes: row.worked
        case .night, .nightHoursAndMinutes: row.night
        case .overtime, .overtimeHoursAndMinutes: row.overtime
        case .restDay, .restDayHoursAndMinutes: row.restDay
        case .holidaySeconds, .holidayHoursAndMinutes: row.holidaySeconds
        case .absence, .absenceHoursAndMinutes: row.absence
        case .adjustment, .adjustmentHours: row.adjustment
        case .cut, .cutHours: row.cut
        case .balance, .balanceHours: row.balance
        case .carried, .carriedHours: row.carried
        case .employeeID, .employeeName, .personnelNumber, .office, .team, .workDate, .schedule, .counted, .holiday: 0
        }
    }
}

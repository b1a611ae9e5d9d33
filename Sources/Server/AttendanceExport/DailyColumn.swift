import Attendance

/// A daily row with the names of its person and office.
struct NamedDailyRow: Sendable {
    var employeeID: String
    var employeeName: String
    /// nil: the person has none.
    var personnelNumber: String?
    var office: String
    /// The time zone of the working day.
    var timeZone: String
    /// The UTC offsets of this time zone at the first start and the last end, in seconds.
    var offsets: (firstIn: Int64, lastOut: Int64)
    var row: DailyRow
    /// The worked time with the export's rounding.
    var workedRoundedSeconds: Int64
    /// How the values of columns are written.
    var words = ValueWords()
    /// The minutes after the earlier days of the month (``ShownRow``); nil: those of the row alone.
    var minutes: ShownTime?

    var time: ShownTime { minutes ?? [row].shown.time }
}

/// The columns of daily rows, in the order of the contract (Exports.md). Names and order never change; new columns come last.
enum DailyColumn: String, Sendable, CaseIterable {
    case employeeID = "employee_id"
    case employeeName = "employee_name"
    case office
    case timeZone = "time_zone"
    case workDate = "work_date"
    case firstIn = "first_in"
    case lastOut = "last_out"
    case workedSeconds = "worked_seconds"
    /// Rounded down to the minute; for people, in months and in the styles `H:MM` and `HH:MM` the minutes that pages show. Hours
    /// continue after 24.
    case workedHoursAndMinutes = "worked_hhmm"
    /// Four decimals, half rounded up.
    case workedHours = "worked_hours"
    case pauseSeconds = "pause_seconds"
    case pauseHoursAndMinutes = "pause_hhmm"
    /// The time since the last tap of a session without an end. Not part of the worked time.
    case unconfirmedSeconds = "unconfirmed_seconds"
    case sessions
    /// Sorted, joined by semicolons; words for people if the heads are readable.
    case flags
    /// The day's worked seconds with the export's rounding. Only with a rounding.
    case workedRoundedSeconds = "worked_rounded_seconds"
    /// As payroll programs know the person in the own office.
    case personnelNumber = "personnel_number"

    var kind: ExportColumn.Kind {
        switch self {
        case .employeeID, .employeeName, .office, .timeZone, .flags, .personnelNumber: .text
        case .workDate: .date
        case .firstIn, .lastOut: .moment
        case .workedSeconds, .pauseSeconds, .unconfirmedSeconds, .sessions, .workedRoundedSeconds: .integer
        case .workedHoursAndMinutes, .pauseHoursAndMinutes: .hoursAndMinutes
        case .workedHours: .decimalHours
        }
    }

    func cell(of named: NamedDailyRow) -> ExportCell {
        let row = named.row
        return switch self {
        case .employeeID: .text(named.employeeID)
        case .employeeName: .text(named.employeeName)
        case .office: .text(named.office)
        case .timeZone: .text(named.timeZone)
        case .workDate: .date(row.key.date)
        case .firstIn: .moment(row.firstIn, offset: named.offsets.firstIn)
        case .lastOut: .moment(row.lastOut, offset: named.offsets.lastOut)
        case .workedSeconds: .integer(row.workedSeconds)
        case .workedHoursAndMinutes: .hoursAndMinutes(row.workedSeconds)
        case .workedHours: .decimalHours(row.workedSeconds)
        case .pauseSeconds: .integer(row.pauseSeconds)
        case .pauseHoursAndMinutes: .hoursAndMinutes(row.pauseSeconds)
        case .unconfirmedSeconds: .integer(row.unconfirmedSeconds)
        case .sessions: .integer(Int64(row.sessions))
        case .flags: .text(named.words.flags(row.flags.names))
        case .workedRoundedSeconds: .integer(named.workedRoundedSeconds)
        case .personnelNumber: named.personnelNumber.map(ExportCell.text) ?? .empty
        }
    }
}

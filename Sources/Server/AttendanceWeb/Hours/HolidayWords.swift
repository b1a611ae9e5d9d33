import Attendance
import AttendanceStore
import Hours
import Localization

extension HolidayCalendar.Day {
    /// Such as `Thu 24 Dec 2026 · Heiligabend · Afternoon`.
    var localizedText: String { ([date.withWeekday] + nameAndPart).joined(separator: " · ") }

    /// The name, and the part unless it is the whole day.
    var nameAndPart: [String] { [name ?? ""] + (part == .full ? [] : [part.localizedText]) }
}

extension DayPart {
    var localizedText: String { localized("holidays.part.\(rawValue)") }

    static func choices(_ chosen: String) -> [Choice] {
        allCases.map { Choice(value: $0.rawValue, name: $0.localizedText, isChosen: $0.rawValue == chosen) }
    }
}

extension HolidayStore.EndingCalendar {
    /// For administrators.
    var sentence: String { localized("holidays.ending", ["calendar": name, "day": end.short]) }
}

extension Address {
    /// - Parameter year: nil: the present one.
    static func holidayCalendar(_ name: String, year: Int64? = nil) -> String {
        asking(workingTimeCalendar, [("name", name), ("year", year.map { "\($0)" })])
    }

    /// - Parameters:
    ///   - name: of the calendar; nil: a new one.
    ///   - shipped: the code of a shipped calendar; nil: a file.
    static func holidayImport(_ name: String?, shipped: String? = nil) -> String {
        asking(workingTimeHolidayImport, [("name", name), ("shipped", shipped)])
    }
}

import Attendance
import AttendanceStore
import Hours
import Localization
import WebServer

/// The form for days of a calendar: new ones, or one that is changed or removed.
struct HolidayDayForm: Sendable {
    enum Action: String, Sendable { case add, change, remove }

    let action: Action
    let calendar, date, to, name, part: String

    /// The most new days.
    static let mostDays: Int64 = 60

    init(_ fields: BodyFields) {
        action = fields["do"].flatMap(Action.init) ?? .add
        (calendar, date, to) = (fields.trimmed("calendar"), fields.trimmed("date"), fields.trimmed("to"))
        (name, part) = (fields.trimmed("name"), fields["part"] ?? DayPart.full.rawValue)
    }

    /// The year of the first day; nil: there is none.
    var year: Int64? { CivilDate(entered: date)?.components.year }

    /// The days to save. New days on which the calendar has a holiday already stay as they are; none: nothing would change.
    /// - Throws: ``WebError`` with the reason `bad_name` for the name, or another one for the days.
    func days(in calendar: HolidayCalendar) throws(WebError) -> [HolidayCalendar.Day] {
        guard let first = CivilDate(entered: date) else { throw .needsDay }
        if action == .remove {
            guard calendar[first] != nil else { return [] }
            return [HolidayCalendar.Day(date: first, name: nil)]
        }
        guard let name = TypedText.line(name, upTo: NewHoliday.longestName) else {
            throw .badName(upTo: NewHoliday.longestName)
        }
        guard let part = DayPart(rawValue: part) else {
            throw .badRequest(localized("workingTime.badChoice"), reason: .badChoice)
        }
        let day = HolidayCalendar.Day(date: first, name: name, part: part)
        if action == .change {
            let known = calendar[first]
            return known?.name == name && known?.part == part ? [] : [day]
        }
        guard let last = to.isEmpty ? first : CivilDate(entered: to) else { throw .needsDay }
        let length = last.daysSince1970 - first.daysSince1970 + 1
        guard (1...Self.mostDays).contains(length) else {
            throw .badRequest(localized("holidays.badSpan", ["most": "\(Self.mostDays)"]), reason: .badPeriod)
        }
        let dates = (0..<length).map { first.adding(days: $0) }.filter { calendar[$0] == nil }
        guard !dates.isEmpty else { throw WebError(.conflict, localized("holidays.known"), reason: .alreadyExists) }
        return dates.map { HolidayCalendar.Day(date: $0, name: name, part: part) }
    }
}

extension WebError {
    fileprivate static var needsDay: WebError { .badRequest(localized("account.needsDay"), reason: .badPeriod) }
}

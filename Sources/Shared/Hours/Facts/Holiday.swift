package import Attendance
import JSON

/// A day of a holiday calendar.
package struct Holiday: Sendable, Equatable {
    package let calendar: String
    package let date: CivilDate
    /// nil: the day is no holiday after all.
    package let name: String?
    package let part: DayPart

    package init(calendar: String, date: CivilDate, name: String?, part: DayPart = .full) {
        (self.calendar, self.date, self.name, self.part) = (calendar, date, name, part)
    }
}

extension Holiday {
    init(_ fields: FactFields) throws(FactRejection) {
        let date = try fields.date("date")
        self.init(
            calendar: try fields.text("calendar"), date: date, name: try fields.optionalText("name"),
            part: try fields.word("part", default: .full))
    }

    var json: [String: JSONValue] {
        [
            "calendar": .string(calendar), "date": JSONValue(date), "name": JSONValue(name), "part": .string(part.rawValue),
        ]
    }
}

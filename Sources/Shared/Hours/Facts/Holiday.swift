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

/// A part of a day that a holiday or an absence takes.
package enum DayPart: String, Sendable, CaseIterable {
    case full, morning, afternoon

    package var halves: Halves {
        switch self {
        case .full: [.morning, .afternoon]
        case .morning: .morning
        case .afternoon: .afternoon
        }
    }
}

/// The halves of a day. Each has one owner at most.
package struct Halves: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let morning = Halves(rawValue: 1)
    package static let afternoon = Halves(rawValue: 2)

    package var count: Int64 { Int64(rawValue.nonzeroBitCount) }

    /// Their share of a target: the morning is half of it, rounded down, and the afternoon the rest.
    func seconds(of target: Int64) -> Int64 {
        (contains(.morning) ? target / 2 : 0) + (contains(.afternoon) ? target - target / 2 : 0)
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

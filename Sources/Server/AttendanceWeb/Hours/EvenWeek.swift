import Attendance
import Localization
import WebServer

/// Hours a week, split evenly over the chosen weekdays, as typed.
struct EvenWeek: Sendable {
    let hours: String
    /// Whether a weekday is chosen, Monday first.
    let chosen: [Bool]

    /// - Parameter days: 1 (Monday) to 7.
    init(hours: String = "40:00", on days: Set<Int> = Set(1...5)) {
        (self.hours, chosen) = (hours, (1...7).map(days.contains))
    }

    init(_ fields: BodyFields) {
        hours = fields.trimmed("hours")
        chosen = (1...7).map { fields.isSet("day-\($0)") }
    }

    /// - Parameter days: the seconds of each weekday, Monday first.
    /// - Returns: nil if they are not split evenly.
    init?(_ days: [Int64]) {
        let (total, chosen) = (days.reduce(0, +), days.map { $0 > 0 })
        guard days.count == 7, total > 0, Self.split(total, over: chosen) == days else { return nil }
        (hours, self.chosen) = (HoursField.text(total), chosen)
    }

    /// Sends `yes` as `day-1` to `day-7`.
    var weekdays: [Choice] {
        zip(Weekday.all, chosen).map { day, isChosen in
            Choice(value: "day-\(day.number)", name: day.shortName, isChosen: isChosen)
        }
    }

    /// The seconds of each weekday, Monday first.
    /// - Returns: nil if a problem was added.
    func days(_ problems: inout FieldProblems) -> [Int64]? {
        let count = Int64(chosen.count { $0 })
        if count == 0 { problems.add("days", localized("workingTime.chooseOne")) }
        guard let total = HoursField.seconds(hours), total > 0 else {
            problems.add("hours", localized("schedule.badHours"))
            return nil
        }
        if count > 0, total > count * 86_400 { problems.add("hours", localized("schedule.longDay")) }
        return problems.first == nil ? Self.split(total, over: chosen) : nil
    }

    /// The first chosen day has the seconds that are left.
    static func split(_ total: Int64, over chosen: [Bool]) -> [Int64] {
        let count = Int64(chosen.count { $0 })
        guard count > 0 else { return chosen.map { _ in 0 } }
        var rest = total % count
        return chosen.map { isChosen in
            guard isChosen else { return 0 }
            defer { rest = 0 }
            return total / count + rest
        }
    }
}

/// The days of a week, 1 (Monday) to 7.
struct Weekday: Sendable {
    let number: Int

    static let all = (1...7).map { Weekday(number: $0) }

    var shortName: String { localized("date.shortWeekday.\(number)") }
    var name: String { localized("date.weekday.\(number)") }
}

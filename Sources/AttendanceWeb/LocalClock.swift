import Attendance
import AttendanceStore

/// The clock on an office's wall: instants as it shows them, and what it shows as instants.
struct LocalClock: Sendable, Equatable {
    let zone: TimeZoneRules

    init(zone: TimeZoneRules) { self.zone = zone }

    /// - Parameter name: an IANA name; UTC where it is missing or unknown.
    init(_ name: String?) { zone = name.flatMap { name in try? TimeZoneDatabase.system().rules(of: name) } ?? .utc }

    func date(_ seconds: Int64) -> CivilDate {
        CivilDate(daysSince1970: floored(seconds + offset(seconds)).days)
    }

    /// `HH:MM`.
    func time(_ seconds: Int64) -> String { String(timeWithSeconds(seconds).prefix(5)) }

    /// `HH:MM:SS`.
    func timeWithSeconds(_ seconds: Int64) -> String { String(rfc3339(seconds).dropFirst(11).prefix(8)) }

    /// `HH:MM:SS`, or `HH:MM` on the minute.
    func brief(_ seconds: Int64) -> String {
        let text = timeWithSeconds(seconds)
        return text.hasSuffix(":00") ? String(text.dropLast(3)) : text
    }

    /// Such as `20 Nov 2026, 12:00`.
    func dayAndTime(_ seconds: Int64) -> String {
        say("date.dayAndTime", ["day": date(seconds).short, "time": time(seconds)])
    }

    /// With the offset in force.
    func rfc3339(_ seconds: Int64) -> String {
        Instant(millisecondsSince1970: seconds * 1000).rfc3339(offset: Int(offset(seconds)))
    }

    /// Seconds east of UTC.
    func offset(_ seconds: Int64) -> Int64 { zone.span(at: seconds).offset }

    /// What the clock reads, counted like seconds since 1970 in UTC.
    static func reading(_ date: CivilDate, _ secondsAfterMidnight: Int64) -> Int64 {
        date.daysSince1970 * 86_400 + secondsAfterMidnight
    }

    /// Seconds after midnight from `HH:MM` or `HH:MM:SS`, as a time field sends it.
    static func secondsAfterMidnight(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isASCIIDigit) }) else {
            return nil
        }
        let numbers = parts.compactMap { Int64($0) }
        guard numbers.count == parts.count, numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }

    private func floored(_ seconds: Int64) -> (days: Int64, rest: Int64) {
        let days = seconds >= 0 ? seconds / 86_400 : -((-seconds + 86_399) / 86_400)
        return (days, seconds - days * 86_400)
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension CivilDate {
    var weekday: String { say("date.weekday.\(isoWeekday)") }
    /// Such as `Fri`.
    var shortWeekday: String { say("date.shortWeekday.\(isoWeekday)") }

    /// From 1, Monday, to 7 (ISO 8601).
    private var isoWeekday: Int64 { daysAfterMonday + 1 }
    private var monthName: String { say("date.month.\(components.month)") }
    private var values: [String: String] {
        ["day": "\(components.day)", "month": say("date.shortMonth.\(components.month)"), "year": "\(components.year)"]
    }

    /// Such as `Friday 20 November`.
    var inWords: String { say("date.inWords.\(isoWeekday)", ["day": "\(components.day)", "month": monthName]) }
    /// Such as `20 Nov 2026`.
    var short: String { say("date.short", values) }
    /// Such as `Fri 20 Nov 2026`.
    var withWeekday: String { say("date.withWeekday", values.merging(["weekday": shortWeekday]) { $1 }) }
    /// Such as `20 Nov`.
    var dayAndMonth: String { say("date.dayAndMonth", values) }
    /// Such as `November 2026`.
    var monthAndYear: String { say("date.monthAndYear", ["month": monthName, "year": "\(components.year)"]) }
    /// Such as `2026-11`.
    var yearAndMonth: String { String(description.prefix(7)) }

    /// The days of its month.
    var month: ClosedRange<CivilDate> {
        let first = adding(days: 1 - components.day)
        let next = first.adding(days: 31)
        return first...next.adding(days: -next.components.day)
    }
}

extension ClosedRange<CivilDate> {
    var days: [CivilDate] {
        (lowerBound.daysSince1970...upperBound.daysSince1970).map { CivilDate(daysSince1970: $0) }
    }

    /// Such as `1 Nov 2026 – 30 Nov 2026`.
    var inWords: String {
        lowerBound == upperBound
            ? lowerBound.short : say("date.period", ["from": lowerBound.short, "to": upperBound.short])
    }
}

/// Seconds as hours and minutes, floored to the minute; hours go on above 24.
func hoursAndMinutes(_ seconds: Int64) -> String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return "\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
}

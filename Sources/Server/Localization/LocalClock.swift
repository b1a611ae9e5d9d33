package import Attendance

/// The local time of an office. Instants are seconds since 1970.
package struct LocalClock: Sendable, Equatable {
    package let zone: TimeZoneRules

    package init(zone: TimeZoneRules) { self.zone = zone }

    /// - Parameter name: an IANA name; nil or unknown: UTC.
    package init(_ name: String?) { zone = name.flatMap { name in try? TimeZoneDatabase.system().rules(of: name) } ?? .utc }

    package func date(_ seconds: Int64) -> CivilDate {
        CivilDate(daysSince1970: floored(seconds + offset(seconds)).days)
    }

    /// `HH:MM`.
    package func time(_ seconds: Int64) -> String { String(timeWithSeconds(seconds).prefix(5)) }

    /// `HH:MM` if it is today, otherwise with its day: `yesterday 23:10`, or `19 Nov, 23:10`. `timeWithDay` in `text.js` does the same.
    /// - Parameter now: in seconds since 1970.
    package func time(_ seconds: Int64, asOf now: Int64) -> String {
        let (day, today, time) = (date(seconds), date(now), time(seconds))
        if day == today { return time }
        if day == today.adding(days: -1) { return localized("date.yesterdayAt", ["time": time]) }
        return localized("date.dayAndTime", ["day": day.dayAndMonth, "time": time])
    }

    /// `HH:MM:SS`.
    package func timeWithSeconds(_ seconds: Int64) -> String { String(rfc3339(seconds).dropFirst(11).prefix(8)) }

    /// `HH:MM:SS`, or `HH:MM` on the minute.
    package func brief(_ seconds: Int64) -> String {
        let text = timeWithSeconds(seconds)
        return text.hasSuffix(":00") ? String(text.dropLast(3)) : text
    }

    /// Such as `20 Nov 2026, 12:00`.
    package func dayAndTime(_ seconds: Int64) -> String {
        localized("date.dayAndTime", ["day": date(seconds).short, "time": time(seconds)])
    }

    /// Such as `20 Nov 2026, 12:00:00`.
    package func dayAndTimeWithSeconds(_ seconds: Int64) -> String {
        localized("date.dayAndTime", ["day": date(seconds).short, "time": timeWithSeconds(seconds)])
    }

    /// The name of the time zone for people.
    package var zoneName: String { Self.zoneName(zone.name) }

    /// The IANA name of a time zone as people read it, such as `America/New York`, or `UTC`.
    package static func zoneName(_ name: String) -> String {
        ["Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu"].contains(name) ? "UTC" : name.replacing("_", with: " ")
    }

    /// With the offset in force.
    package func rfc3339(_ seconds: Int64) -> String {
        Instant(millisecondsSince1970: seconds * 1000).rfc3339(offset: Int(offset(seconds)))
    }

    /// Seconds east of UTC.
    package func offset(_ seconds: Int64) -> Int64 { zone.span(at: seconds).offset }

    /// A local date and time in seconds, counted as if it were UTC.
    package static func reading(_ date: CivilDate, _ secondsAfterMidnight: Int64) -> Int64 {
        date.daysSince1970 * 86_400 + secondsAfterMidnight
    }

    /// Parses `HH:MM` or `HH:MM:SS`, the value of an HTML time field.
    package static func secondsAfterMidnight(_ text: String) -> Int64? {
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

/// Seconds as `H:MM`, rounded down to the minute. Hours continue after 24.
package func hoursAndMinutes(_ seconds: Int64) -> String { hoursAndMinutes(minutes: seconds / 60) }

/// Minutes as `H:MM`. Hours continue after 24.
package func hoursAndMinutes(minutes: Int64) -> String {
    "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
}

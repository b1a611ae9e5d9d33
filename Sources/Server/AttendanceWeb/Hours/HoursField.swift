import Attendance
import Foundation
import Localization

/// The text of a field for an amount of hours: `40:00`, `7:42:30`, `40`, `38.5` or `38,5`. Full-width digits and signs are accepted.
enum HoursField {
    /// - Returns: seconds; nil unless the text is such an amount without a sign, of less than 10,000 hours.
    static func seconds(_ text: String) -> Int64? { amount(plain(text)[...]) }

    /// An amount with or without a sign, such as `12:30`, `+3:20` or `-0:45`.
    static func signed(_ text: String) -> Int64? {
        let text = plain(text)
        let isNegative = text.first == "-"
        return amount(text.dropFirst(isNegative || text.first == "+" ? 1 : 0)).map { isNegative ? -$0 : $0 }
    }

    /// Such as `7:42`, with the seconds if there are some.
    static func text(_ seconds: Int64) -> String {
        let rest = seconds % 60
        return hoursAndMinutes(seconds) + (rest == 0 ? "" : (rest < 10 ? ":0" : ":") + "\(rest)")
    }

    private static func plain(_ text: String) -> String {
        TypedText.trimmed(text.precomposedStringWithCompatibilityMapping).replacing("\u{2212}", with: "-")
    }

    private static func amount(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1 else {
            let seconds = DurationUnit.hours.length(String(text.replacing(",", with: ".")))?.components.seconds
            return seconds.flatMap { $0 < 10_000 * 3600 ? $0 : nil }
        }
        let numbers = parts.compactMap(number)
        guard parts.count <= 3, numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }

    private static func number(_ text: Substring) -> Int64? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }
}

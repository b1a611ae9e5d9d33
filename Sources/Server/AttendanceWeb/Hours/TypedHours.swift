import Attendance
import Foundation

/// Amounts of time that people type, in seconds. Full-width digits and signs are accepted.
enum TypedHours {
    /// `HH:MM` with or without a sign, such as `12:30`, `+3:20` or `-0:45`; less than 10,000 hours.
    static func signed(_ text: String) -> Int64? {
        var rest = plain(text)[...]
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst() }
        return hoursAndMinutes(rest).map { isNegative ? -$0 : $0 }
    }

    /// `HH:MM`, or hours with decimals, such as `38:30`, `38.5` or `38,5`.
    static func unsigned(_ text: String) -> Int64? {
        let text = plain(text)
        if text.contains(":") { return hoursAndMinutes(text[...]) }
        return DurationUnit.hours.length(text.replacing(",", with: "."))?.components.seconds
    }

    private static func plain(_ text: String) -> String {
        TypedText.trimmed(text.precomposedStringWithCompatibilityMapping).replacing("\u{2212}", with: "-")
    }

    private static func hoursAndMinutes(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...4).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }), let hours = Int64(parts[0]),
            let minutes = Int64(parts[1]), minutes < 60
        else { return nil }
        return hours * 3600 + minutes * 60
    }
}

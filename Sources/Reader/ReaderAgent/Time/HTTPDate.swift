import Foundation

/// Dates in HTTP fields (RFC 9110, 5.6.7).
enum HTTPDate {
    /// - Returns: nil unless the text is an `IMF-fixdate`.
    static func parse(_ text: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text)
    }
}

/// The `Retry-After` field (RFC 9110, 10.2.3).
enum RetryAfter {
    /// - Returns: the time from `now`, in whole seconds; nil if the text is neither a number nor a date.
    static func duration(_ text: String, now: Date) -> Duration? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if let seconds = Int(text) { return .seconds(max(0, seconds)) }
        return HTTPDate.parse(text).map { .seconds(max(0, Int($0.timeIntervalSince(now).rounded(.up)))) }
    }
}

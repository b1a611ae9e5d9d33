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
    /// - Returns: seconds from `now`; nil if the text is neither a number nor a date.
    static func seconds(_ text: String, now: Date) -> Int? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if let seconds = Int(text) { return max(0, seconds) }
        return HTTPDate.parse(text).map { max(0, Int($0.timeIntervalSince(now).rounded(.up))) }
    }
}

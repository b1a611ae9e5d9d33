/// The text of a field for an amount of hours: `40:00`, `7:42:30`, `40`, `38.5` or `38,5`.
enum HoursField {
    private static let mostHours: Int64 = 9999

    /// - Returns: seconds; nil unless the text is such an amount, with at most 9999 hours.
    static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return decimal(text) }
        let numbers = parts.compactMap { number($0) }
        guard parts.count <= 3, numbers.count == parts.count, numbers[0] <= mostHours,
            numbers.dropFirst().allSatisfy({ $0 < 60 }),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }

    /// Such as `7:42`, with the seconds if there are some.
    static func text(_ seconds: Int64) -> String {
        let rest = seconds % 60
        return "\(seconds / 3600):\(twoDigits(seconds / 60 % 60))" + (rest == 0 ? "" : ":\(twoDigits(rest))")
    }

    private static func decimal(_ text: String) -> Int64? {
        let parts = text.replacing(",", with: ".").split(separator: ".", omittingEmptySubsequences: false)
        guard let hours = parts.first.flatMap(number), hours <= mostHours, parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return hours * 3600 }
        guard parts[1].utf8.count <= 4, let decimals = number(parts[1]) else { return nil }
        var unit: Int64 = 1
        for _ in parts[1].utf8 { unit *= 10 }
        return hours * 3600 + (decimals * 3600 + unit / 2) / unit
    }

    private static func number(_ text: Substring) -> Int64? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }

    private static func twoDigits(_ number: Int64) -> String { (number < 10 ? "0" : "") + "\(number)" }
}

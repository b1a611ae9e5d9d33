/// The unit in which a form shows a length of time, as a decimal number. Whole seconds survive the way to the form and back.
enum DurationUnit: Int64, Sendable {
    case seconds = 1
    case minutes = 60
    case hours = 3600
    case days = 86_400

    /// 100 years, in seconds.
    static let longest: Int64 = 3_155_760_000

    /// With up to six decimals, so that the error is less than half a second.
    func text(_ length: Duration) -> String {
        let millionths = (length.components.seconds * 1_000_000 + rawValue / 2) / rawValue
        var decimals = String(String(1_000_000 + millionths % 1_000_000).dropFirst())
        while decimals.last == "0" { decimals.removeLast() }
        return "\(millionths / 1_000_000)" + (decimals.isEmpty ? "" : "." + decimals)
    }

    /// The length, rounded to seconds.
    /// - Parameter text: a decimal number with a point, such as `13.5`.
    /// - Returns: nil unless the text is such a number, and the length at most ``longest``.
    func length(_ text: String) -> Duration? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            parts.contains(where: { !$0.isEmpty }), parts[0].utf8.count <= 10
        else { return nil }
        let whole = Int64(parts[0]) ?? 0
        guard whole <= Self.longest / rawValue else { return nil }
        let decimals = String((parts.count == 2 ? String(parts[1]) : "").prefix(6))
        let padded = decimals + String(repeating: "0", count: 6 - decimals.utf8.count)
        let millionths = whole * 1_000_000 + (Int64(padded) ?? 0)
        return .seconds((millionths * rawValue + 500_000) / 1_000_000)
    }
}

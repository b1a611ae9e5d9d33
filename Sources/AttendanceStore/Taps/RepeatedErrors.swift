/// Thins out a log: says of each text at most once a minute that it is to be logged, and how often it came meanwhile.
package struct RepeatedErrors: Sendable {
    private static let pause = Duration.seconds(60)
    /// More texts than this are not told apart: the oldest are forgotten.
    private static let limit = 16

    private var known: [String: (logged: ContinuousClock.Instant, since: Int)] = [:]

    package init() {}

    /// - Returns: how often the text came since it was logged last; nil where it is not to be logged now.
    package mutating func take(_ text: String, now: ContinuousClock.Instant) -> Int? {
        if let entry = known[text], now - entry.logged < Self.pause {
            known[text]?.since += 1
            return nil
        }
        let earlier = known[text]?.since ?? 0
        known[text] = (now, 0)
        if known.count > Self.limit, let oldest = known.min(by: { $0.value.logged < $1.value.logged })?.key {
            known[oldest] = nil
        }
        return earlier
    }
}

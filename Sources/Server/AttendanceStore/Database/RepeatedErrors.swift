/// Thins out a log: a text that repeats is logged once a minute, with the number of its repetitions.
package struct RepeatedErrors: Sendable {
    private static let pause = Duration.seconds(60)
    /// The number of texts that are told apart. Above it the oldest is forgotten.
    private static let limit = 16

    private var known: [String: (logged: ContinuousClock.Instant, repetitions: Int)] = [:]

    package init() {}

    /// - Returns: the text to log, with the number of repetitions that were not logged; nil if `text` was logged within the
    ///   last minute.
    package mutating func logText(_ text: String, now: ContinuousClock.Instant) -> String? {
        if let entry = known[text], now - entry.logged < Self.pause {
            known[text]?.repetitions += 1
            return nil
        }
        let repetitions = known[text]?.repetitions ?? 0
        known[text] = (now, 0)
        if known.count > Self.limit, let oldest = known.min(by: { $0.value.logged < $1.value.logged })?.key {
            known[oldest] = nil
        }
        return repetitions == 0 ? text : "\(text), repeated \(repetitions) times since the last line"
    }
}

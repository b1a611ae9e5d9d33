/// Compares the records that the feed was notified of with the number of the log's latest record. A value: it takes events and
/// returns actions.
struct FeedLag {
    enum Action: Equatable {
        case goOn
        /// Send a notification with the log's number. Most often the missing record changes no presence, and had none.
        case notify
        /// A record has been in the log for longer than the limit, and no notification of it came.
        case giveUp
        /// The log is shorter than it was.
        case rewound(from: Int64)
    }

    private let limit: Duration
    /// The highest number that was notified, or read at the start.
    private var heard: Int64 = 0
    /// The highest number that was ever seen.
    private var highest: Int64 = 0
    /// The first record that was seen and not heard of, and when.
    private var missing: (seq: Int64, since: ContinuousClock.Instant)?

    init(limit: Duration) { self.limit = limit }

    /// All presences were read as of `seq`, and later records are notified.
    /// - Returns: the number that was seen before, where that is higher.
    mutating func begin(at seq: Int64) -> Int64? {
        let earlier = highest > seq ? highest : nil
        (heard, highest, missing) = (seq, seq, nil)
        return earlier
    }

    mutating func hear(_ seq: Int64) {
        heard = max(heard, seq)
        highest = max(highest, seq)
    }

    mutating func look(at head: Int64, now: ContinuousClock.Instant) -> Action {
        if head < highest {
            defer { highest = head }
            return .rewound(from: highest)
        }
        highest = head
        guard head > heard else {
            missing = nil
            return .goOn
        }
        // The notification may be on its way at the first look.
        guard let missing, missing.seq > heard else {
            self.missing = (head, now)
            return .goOn
        }
        return now - missing.since >= limit ? .giveUp : .notify
    }
}

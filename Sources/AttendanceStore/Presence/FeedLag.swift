/// Compares the records that the feed was notified of with the number of the log's latest record. A value: it takes events and
/// returns actions.
struct FeedLag {
    enum Action: Equatable {
        case proceed
        /// Send a notification with the log's number. Usually the missing record changed no presence and was not notified.
        case notify
        /// The notification of a record is missing for longer than the limit.
        case giveUp
        /// The log is shorter than it was.
        case rewound(from: Int64)
    }

    private let limit: Duration
    /// The highest number that was notified, or read at the start.
    private var heard: Int64 = 0
    /// The highest number that was ever notified or read.
    private var highest: Int64 = 0
    /// The first record that was read but not notified, and when it was read.
    private var missing: (seq: Int64, since: ContinuousClock.Instant)?

    init(limit: Duration) { self.limit = limit }

    /// All presences were read as of `seq`, and later records are notified.
    /// - Returns: the highest number before, if it is higher than `seq`.
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
            return .proceed
        }
        // The notification may still be under way at the first look.
        guard let missing, missing.seq > heard else {
            self.missing = (head, now)
            return .proceed
        }
        return now - missing.since >= limit ? .giveUp : .notify
    }
}

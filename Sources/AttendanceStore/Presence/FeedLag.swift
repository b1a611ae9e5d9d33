/// Compares the records that the feed was notified of with the number of the log's latest record. A value: it takes events and
/// returns actions.
struct FeedLag {
    enum Action: Equatable {
        case proceed
        /// A record was not notified since the last look: read all presences.
        case catchUp
        /// The log is shorter than it was.
        case rewound(from: Int64)
    }

    /// The highest number that was notified, or as of which all presences were read.
    private var heard: Int64 = 0
    /// The highest number that was ever notified or read.
    private var highest: Int64 = 0
    /// The first record that was read but not notified.
    private var missing: Int64?

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

    mutating func look(at head: Int64) -> Action {
        if head < highest {
            defer { highest = head }
            return .rewound(from: highest)
        }
        highest = head
        // The notification may still be under way at the first look.
        let isLate = missing.map { $0 > heard } ?? false
        missing = head > heard ? isLate ? missing : head : nil
        return isLate ? .catchUp : .proceed
    }
}

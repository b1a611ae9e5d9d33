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

    /// All records up to this one were notified, or all presences were read as of it.
    private(set) var heard: Int64 = 0
    /// Notified records after a gap: each range's end, by its beginning.
    private var ahead: [Int64: Int64] = [:]
    /// The highest number that was ever notified or read.
    private var highest: Int64 = 0
    /// The log's latest record at the last look, if not all records up to it were notified.
    private var missing: Int64?

    /// All presences were read as of `seq`, and later records are notified.
    /// - Returns: the highest number before, if it is higher than `seq`.
    mutating func begin(at seq: Int64) -> Int64? {
        let earlier = highest > seq ? highest : nil
        self = FeedLag()
        (heard, highest) = (seq, seq)
        return earlier
    }

    /// All presences were read as of `seq`.
    mutating func read(_ seq: Int64) { hear(min(heard + 1, seq)...seq) }

    /// Records were notified.
    mutating func hear(_ records: ClosedRange<Int64>) {
        highest = max(highest, records.upperBound)
        ahead[records.lowerBound] = max(records.upperBound, ahead[records.lowerBound] ?? 0)
        while let next = ahead.first(where: { $0.key <= heard + 1 }) {
            heard = max(heard, next.value)
            ahead[next.key] = nil
        }
    }

    mutating func look(at head: Int64) -> Action {
        if head < highest {
            defer { highest = head }
            return .rewound(from: highest)
        }
        highest = head
        // The notification may still be under way at the first look.
        let isLate = missing.map { $0 > heard } ?? false
        missing = head > heard ? head : nil
        return isLate ? .catchUp : .proceed
    }
}

import Attendance

/// The number of taps that wait for ``TapRecorder``, in total and by sender, so that one sender cannot fill the queue.
struct PendingTaps {
    enum Sender: Hashable {
        case reader(ReaderID)
        /// A person's phone or program, by user name.
        case person(String)
    }

    private let capacity: Int
    private var taps = 0
    private var bySender: [Sender: Int] = [:]

    /// The limit of one sender: a tenth of the capacity.
    private var share: Int { capacity / 10 }

    /// - Parameter capacity: the limit of all senders together.
    init(capacity: Int) { self.capacity = capacity }

    /// Counts taps, until ``leave(_:_:)`` is called with the same number.
    /// - Returns: false if a limit is reached. Then nothing is counted.
    mutating func enter(_ sender: Sender, _ count: Int) -> Bool {
        let own = bySender[sender, default: 0] + count
        guard taps + count <= capacity, own <= share else { return false }
        taps += count
        bySender[sender] = own
        return true
    }

    mutating func leave(_ sender: Sender, _ count: Int) {
        taps -= count
        let own = bySender[sender, default: 0] - count
        bySender[sender] = own > 0 ? own : nil
    }
}

extension TapSubmission {
    /// Equal for all taps of one request.
    var sender: PendingTaps.Sender { reader.map { .reader($0) } ?? .person(tap.user) }
}

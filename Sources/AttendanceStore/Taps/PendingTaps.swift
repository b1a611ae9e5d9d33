import Attendance

/// The taps that wait for ``TapRecorder``, counted by sender: no sender can fill the room alone.
struct PendingTaps {
    enum Sender: Hashable {
        case reader(Int64)
        /// A person's phone or program, by user name.
        case person(String)
    }

    private let capacity: Int
    private var taps = 0
    private var bySender: [Sender: Int] = [:]

    /// Taps of one sender: a tenth of the room.
    private var share: Int { capacity / 10 }

    /// - Parameter capacity: taps in all.
    init(capacity: Int) { self.capacity = capacity }

    /// - Returns: false, and nothing is counted, where the room or the sender's share is full. What was counted has to be given
    ///   back by ``leave(_:_:)``.
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
    /// All taps of one request have the same.
    var sender: PendingTaps.Sender { reader.map { .reader($0) } ?? .person(tap.user) }
}

import Attendance

/// Values that hold from a day on, until the next one.
struct Dated<Value: Sendable>: Sendable {
    /// Ordered by day and position.
    private var entries: [(from: CivilDate, seq: Int64, value: Value)] = []

    mutating func add(_ value: Value, from: CivilDate, seq: Int64) {
        entries.insert((from, seq, value), at: count { ($0.from, $0.seq) <= (from, seq) })
    }

    /// The value of the latest day up to `date`; of one day's values, that which was recorded last. nil: there is none yet.
    subscript(date: CivilDate) -> Value? {
        let count = count { $0.from <= date }
        return count == 0 ? nil : entries[count - 1].value
    }

    /// The number of the entries at the start for which the condition holds.
    private func count(where condition: ((from: CivilDate, seq: Int64, value: Value)) -> Bool) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The days on which a value begins.
    var starts: [CivilDate] { entries.map(\.from) }

    var values: [Value] { entries.map(\.value) }

    /// The values that hold on some day: of one day's values, that which was recorded last.
    var inForce: [Value] {
        entries.indices.filter { $0 + 1 == entries.count || entries[$0].from != entries[$0 + 1].from }.map { entries[$0].value }
    }

    /// The values that hold on a day or begin later.
    func values(from date: CivilDate) -> [Value] {
        entries.dropFirst(max(count { $0.from <= date } - 1, 0)).map(\.value)
    }
}

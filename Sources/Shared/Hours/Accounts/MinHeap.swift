/// Integers, the least first. Insertion and removal take logarithmic time.
struct MinHeap {
    /// A binary heap: an entry is not greater than those at twice its index plus one and plus two.
    private var entries: [Int] = []

    var first: Int? { entries.first }

    mutating func insert(_ entry: Int) {
        entries.append(entry)
        var index = entries.count - 1
        while index > 0, entries[index] < entries[(index - 1) / 2] {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func removeFirst() {
        guard let last = entries.popLast(), !entries.isEmpty else { return }
        entries[0] = last
        var index = 0
        while true {
            let children = (2 * index + 1..<2 * index + 3).clamped(to: entries.indices)
            guard let least = children.min(by: { entries[$0] < entries[$1] }), entries[least] < entries[index] else { return }
            entries.swapAt(index, least)
            index = least
        }
    }
}

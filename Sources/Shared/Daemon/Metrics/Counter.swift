import Synchronization

/// Counts events since the start of the program.
package final class Counter: Sendable {
    private let count = Atomic(0)

    package init() {}

    package var value: Int { count.load(ordering: .relaxed) }

    package func add(_ events: Int) { count.add(events, ordering: .relaxed) }
}

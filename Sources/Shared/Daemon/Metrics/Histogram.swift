import Synchronization

/// The distribution of measured values, counted in buckets as in Prometheus.
package final class Histogram: Sendable {
    package struct Values: Sendable, Equatable {
        /// The number of values up to each bound, then of those above the last one.
        package var counts: [Int]
        package var sum = 0.0

        package init(bounds: [Double]) { counts = Array(repeating: 0, count: bounds.count + 1) }

        package mutating func record(_ value: Double, bounds: [Double]) {
            var bucket = 0
            while bucket < bounds.count, value > bounds[bucket] { bucket += 1 }
            counts[bucket] += 1
            sum += value
        }
    }

    /// The largest value of each bucket, ascending. A last bucket has no limit.
    package let bounds: [Double]
    private let state: Mutex<Values>

    package init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(Values(bounds: bounds))
    }

    package var values: Values { state.withLock { $0 } }

    package func record(_ value: Double) { state.withLock { $0.record(value, bounds: bounds) } }
}

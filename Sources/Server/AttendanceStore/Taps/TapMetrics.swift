package import Daemon

/// What ``TapRecorder`` measures.
package struct TapMetrics: Sendable {
    /// Seconds from a request with taps, or a part of a long list, to the commit of its taps.
    package let commit = Histogram(bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])
    /// The number of taps that share a commit.
    package let batch = Histogram(bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 1500])
    /// Requests whose taps, or some of them, were not recorded. The sender keeps them and tries again.
    package let failures = Counter()

    /// Counts a commit.
    func note(_ callers: ArraySlice<TapQueue.Caller>, taps: Int) {
        let now = ContinuousClock.now
        for caller in callers { commit.record(caller.arrived.duration(to: now) / .seconds(1)) }
        batch.record(Double(taps))
    }
}

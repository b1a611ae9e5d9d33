import Testing

@testable import Postgres

@Suite struct `Pool state` {
    private let start = ContinuousClock.now

    private func later(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    private func opened(_ state: inout PoolState<String>) -> Bool {
        guard case .open = state.requested(now: start) else { return false }
        return state.opened().isEmpty
    }

    private func unexpected(_ what: Comment) { Issue.record(what) }

    @Test func `A pool opens connections up to its limit, then callers wait`() {
        var state = PoolState<String>(limit: 2)
        #expect(opened(&state) && opened(&state))
        guard case .wait = state.requested(now: start) else { return unexpected("a third was opened") }
        #expect(state.inUse == 2)
    }

    @Test func `A returned connection goes to the caller that has waited longest`() {
        var state = PoolState<String>(limit: 1)
        #expect(opened(&state))
        for waiter in 1...3 {
            guard case .wait = state.requested(now: start) else { return unexpected("did not wait") }
            state.enqueue(waiter)
        }
        let removed = state.removeWaiter(2)
        #expect(removed)
        let again = state.removeWaiter(2)
        #expect(!again)
        for expected in [1, 3] {
            guard case .handOver("a", let waiter) = state.returned("a", now: start) else {
                return unexpected("no waiter got it")
            }
            #expect(waiter == expected)
        }
        guard case .keep = state.returned("a", now: start) else { return unexpected("not kept") }
        #expect(state.inUse == 0)
    }

    @Test func `The most recently used connection is lent first, and one that was idle for a second is checked`() {
        var state = PoolState<String>(limit: 3)
        #expect(opened(&state) && opened(&state) && opened(&state))
        for (connection, since) in [("a", 0), ("b", 1), ("c", 2)] as [(String, Double)] {
            _ = state.returned(connection, now: later(since))
        }
        guard case .use("c", needsCheck: false) = state.requested(now: later(2.5)) else {
            return unexpected("not the most recently used one, or checked")
        }
        guard case .use("b", needsCheck: true) = state.requested(now: later(2.5)) else {
            return unexpected("not checked after an idle second")
        }
    }

    @Test func `All idle connections are checked after one was lost`() {
        var state = PoolState<String>(limit: 3)
        #expect(opened(&state) && opened(&state) && opened(&state))
        _ = state.returned("a", now: later(0))
        _ = state.returned("b", now: later(0))
        _ = state.lost(now: later(0.1))
        guard case .use("b", needsCheck: true) = state.requested(now: later(0.2)) else {
            return unexpected("not checked")
        }
        _ = state.returned("b", now: later(0.3))
        guard case .use("b", needsCheck: false) = state.requested(now: later(0.4)) else {
            return unexpected("checked although it was used since")
        }
    }

    @Test func `No idle connection is lent after one timed out`() {
        var state = PoolState<String>(limit: 3)
        #expect(opened(&state) && opened(&state) && opened(&state))
        _ = state.returned("a", now: later(0))
        _ = state.returned("b", now: later(0))
        _ = state.lost(now: later(0.1))
        let idle = state.removeIdle()
        #expect(idle == ["a", "b"])
        guard case .open = state.requested(now: later(0.2)) else { return unexpected("not opened") }
    }

    @Test func `A lost connection lets a waiting caller open one`() {
        var state = PoolState<String>(limit: 1)
        #expect(opened(&state))
        state.enqueue(1)
        state.enqueue(2)
        #expect(state.lost(now: start) == [1])
        #expect(state.inUse == 1 && state.opening == 1)
        #expect(state.openingCancelled() == [2])
        #expect(state.openingCancelled() == [])
        #expect(state.inUse == 0 && state.opening == 0)
    }

    @Test func `While the server is unreachable, one caller retries for all`() {
        var state = PoolState<String>(limit: 3)
        for _ in 0..<3 {
            guard case .open = state.requested(now: start) else { return unexpected("not opened") }
        }
        for waiter in 1...2 {
            guard case .wait = state.openingFailed(now: start, random: 0) else { return unexpected("a second caller retries") }
            state.enqueue(waiter)
        }
        guard case .retry = state.openingFailed(now: start, random: 0) else { return unexpected("no caller retries") }
        guard case .wait = state.requested(now: start) else { return unexpected("a new caller retries") }
        state.enqueue(3)
        #expect(state.inUse == 1 && state.opening == 1)
        // The retrying caller stops: the next one retries. It succeeds: two more may open a connection.
        #expect(state.openingCancelled() == [1])
        #expect(state.opened() == [2, 3])
        #expect(state.inUse == 3 && state.failures == 0)
    }

    @Test(arguments: [(0.0, [25, 50, 100, 200, 400, 800, 1000, 1000]), (1.0, [50, 100, 200, 400, 800, 1600, 2000, 2000])])
    func `Retries double their delay up to 2 s, with jitter`(random: Double, milliseconds: [Int]) {
        var state = PoolState<String>(limit: 1)
        guard case .open = state.requested(now: start) else { return unexpected("not opened") }
        for expected in milliseconds {
            guard case .retry(let instant) = state.openingFailed(now: start, random: random) else {
                return unexpected("gave up")
            }
            #expect(instant == start + .milliseconds(expected))
        }
        #expect(state.opened() == [])
        guard case .keep = state.returned("a", now: start) else { return unexpected("not kept") }
        _ = state.lost(now: start)
    }

    @Test func `A closed pool lends no connection and keeps none`() {
        var state = PoolState<String>(limit: 2)
        #expect(opened(&state) && opened(&state))
        _ = state.returned("a", now: start)
        state.enqueue(1)
        let (idle, waiting) = state.closed()
        #expect(idle == ["a"] && waiting == [1])
        guard case .reject = state.requested(now: start) else { return unexpected("not rejected") }
        guard case .close("b") = state.returned("b", now: start) else { return unexpected("kept") }
        #expect(state.inUse == 0)
    }
}

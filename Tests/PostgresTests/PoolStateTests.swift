import Testing

@testable import Postgres

@Suite struct `Pool state` {
    private let start = ContinuousClock.now

    private func later(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    /// A caller waits, and gets a new connection.
    private func opened(_ name: String = "", in state: inout PoolState<String>) -> Bool {
        guard case .wait = state.requested(now: start) else { return false }
        state.enqueue(0)
        guard state.startOpenings() == 1, case .handOver(name, to: 0) = state.opened(name, now: start) else { return false }
        return true
    }

    private func unexpected(_ what: Comment) { Issue.record(what) }

    @Test func `A pool opens connections up to its limit, then callers wait`() {
        var state = PoolState<String>(limit: 2)
        #expect(opened(in: &state) && opened(in: &state))
        guard case .wait = state.requested(now: start) else { return unexpected("a third was lent") }
        state.enqueue(1)
        #expect(state.startOpenings() == 0)
        #expect(state.inUse == 2)
    }

    @Test func `Connections being opened are not lent`() {
        var state = PoolState<String>(limit: 2)
        for waiter in 1...2 { state.enqueue(waiter) }
        #expect(state.startOpenings() == 2)
        #expect(!state.isLent)
        guard case .handOver("a", to: 1) = state.opened("a", now: start) else { return unexpected("not handed over") }
        #expect(state.isLent)
    }

    @Test func `A returned connection goes to the caller that has waited longest`() {
        var state = PoolState<String>(limit: 1)
        #expect(opened(in: &state))
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
        #expect(opened(in: &state) && opened(in: &state) && opened(in: &state))
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
        #expect(opened(in: &state) && opened(in: &state) && opened(in: &state))
        _ = state.returned("a", now: later(0))
        _ = state.returned("b", now: later(0))
        state.lost(now: later(0.1))
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
        #expect(opened(in: &state) && opened(in: &state) && opened(in: &state))
        _ = state.returned("a", now: later(0))
        _ = state.returned("b", now: later(0))
        state.lost(now: later(0.1))
        let idle = state.removeIdle()
        #expect(idle == ["a", "b"])
        guard case .wait = state.requested(now: later(0.2)) else { return unexpected("lent") }
    }

    @Test func `A lost connection is replaced for those who wait`() {
        var state = PoolState<String>(limit: 1)
        #expect(opened(in: &state))
        state.enqueue(1)
        state.enqueue(2)
        state.lost(now: start)
        #expect(state.startOpenings() == 1)
        #expect(state.inUse == 1 && state.opening == 1)
        state.openingEnded()
        #expect(state.inUse == 0 && state.opening == 0)
    }

    @Test func `A returned connection goes to a caller for whom another is being opened`() {
        var state = PoolState<String>(limit: 2)
        #expect(opened("a", in: &state))
        state.enqueue(1)
        #expect(state.startOpenings() == 1)
        guard case .handOver("a", to: 1) = state.returned("a", now: start) else { return unexpected("still waits") }
        guard case .keep = state.opened("b", now: start) else { return unexpected("not kept") }
        #expect(state.inUse == 1 && state.opening == 0 && state.idle.map(\.connection) == ["b"])
    }

    @Test func `While the server is unreachable, one attempt is repeated for all`() {
        var state = PoolState<String>(limit: 3)
        for waiter in 1...3 { state.enqueue(waiter) }
        #expect(state.startOpenings() == 3)
        for _ in 1...2 { #expect(state.openingFailed(random: 0) == nil) }
        #expect(state.openingFailed(random: 0) != nil)
        state.enqueue(4)
        #expect(state.startOpenings() == 0)
        #expect(state.inUse == 1 && state.opening == 1)
        // It succeeds: two more may be opened.
        guard case .handOver(_, to: 1) = state.opened("a", now: start) else { return unexpected("handed to nobody") }
        #expect(state.startOpenings() == 2)
        #expect(state.inUse == 3 && state.failures == 0)
    }

    @Test(arguments: [(0.0, [25, 50, 100, 200, 400, 800, 1000, 1000]), (1.0, [50, 100, 200, 400, 800, 1600, 2000, 2000])])
    func `Retries double their delay up to 2 s, with jitter`(random: Double, milliseconds: [Int]) {
        var state = PoolState<String>(limit: 1)
        state.enqueue(1)
        #expect(state.startOpenings() == 1)
        for expected in milliseconds { #expect(state.openingFailed(random: random) == .milliseconds(expected)) }
        guard case .handOver = state.opened("a", now: start) else { return unexpected("handed to nobody") }
        state.enqueue(2)
        state.lost(now: start)
        #expect(state.startOpenings() == 1)
        #expect(state.openingFailed(random: random) == .milliseconds(milliseconds[0]))
    }

    @Test func `A closed pool lends no connection and keeps none`() {
        var state = PoolState<String>(limit: 2)
        #expect(opened(in: &state) && opened(in: &state))
        _ = state.returned("a", now: start)
        state.enqueue(1)
        let (idle, waiting) = state.closed()
        #expect(idle == ["a"] && waiting == [1])
        guard case .reject = state.requested(now: start) else { return unexpected("not rejected") }
        guard case .close("b") = state.returned("b", now: start) else { return unexpected("kept") }
        #expect(state.inUse == 0)
    }
}

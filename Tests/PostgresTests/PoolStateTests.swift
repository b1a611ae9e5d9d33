import Testing

@testable import Postgres

@Suite struct `Pool state` {
    private let start = ContinuousClock.now

    private func later(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    private func opened(_ state: inout PoolState<String>) -> Bool {
        guard case .open = state.wanted(now: start) else { return false }
        return state.opened().isEmpty
    }

    private func unexpected(_ what: Comment) { Issue.record(what) }

    @Test func `A pool opens connections up to its limit, then callers wait`() {
        var state = PoolState<String>(limit: 2)
        #expect(opened(&state) && opened(&state))
        guard case .wait = state.wanted(now: start) else { return unexpected("a third was opened") }
        #expect(state.inUse == 2)
    }

    @Test func `A returned connection goes to the caller that has waited longest`() {
        var state = PoolState<String>(limit: 1)
        #expect(opened(&state))
        for waiter in 1...3 {
            guard case .wait = state.wanted(now: start) else { return unexpected("did not wait") }
            state.waits(waiter)
        }
        let gaveUp = state.gaveUp(2)
        #expect(gaveUp)
        let again = state.gaveUp(2)
        #expect(!again)
        for expected in [1, 3] {
            guard case .handOver("a", let waiter) = state.returned("a", now: start) else {
                return unexpected("nobody got it")
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
        guard case .use("c", isSuspect: false) = state.wanted(now: later(2.5)) else {
            return unexpected("not the one used last, or suspected")
        }
        guard case .use("b", isSuspect: true) = state.wanted(now: later(2.5)) else {
            return unexpected("one that rested for a second is believed")
        }
    }

    @Test func `All idle connections are checked after one was lost`() {
        var state = PoolState<String>(limit: 3)
        #expect(opened(&state) && opened(&state) && opened(&state))
        _ = state.returned("a", now: later(0))
        _ = state.returned("b", now: later(0))
        _ = state.lost(now: later(0.1))
        guard case .use("b", isSuspect: true) = state.wanted(now: later(0.2)) else {
            return unexpected("believed")
        }
        _ = state.returned("b", now: later(0.3))
        guard case .use("b", isSuspect: false) = state.wanted(now: later(0.4)) else {
            return unexpected("it has worked since then")
        }
    }

    @Test func `No idle connection is lent after one timed out`() {
        var state = PoolState<String>(limit: 3)
        #expect(opened(&state) && opened(&state) && opened(&state))
        _ = state.returned("a", now: later(0))
        _ = state.returned("b", now: later(0))
        _ = state.lost(now: later(0.1))
        let silent = state.fellSilent()
        #expect(silent == ["a", "b"])
        guard case .open = state.wanted(now: later(0.2)) else { return unexpected("not opened") }
    }

    @Test func `A lost connection lets a waiting caller open one`() {
        var state = PoolState<String>(limit: 1)
        #expect(opened(&state))
        state.waits(1)
        state.waits(2)
        #expect(state.lost(now: start) == [1])
        #expect(state.inUse == 1 && state.opening == 1)
        #expect(state.openingGivenUp() == [2])
        #expect(state.openingGivenUp() == [])
        #expect(state.inUse == 0 && state.opening == 0)
    }

    @Test func `While the server is unreachable, one caller retries for all`() {
        var state = PoolState<String>(limit: 3)
        for _ in 0..<3 {
            guard case .open = state.wanted(now: start) else { return unexpected("may not open") }
        }
        for waiter in 1...2 {
            guard case .wait = state.openingFailed(now: start, random: 0) else { return unexpected("knocks too") }
            state.waits(waiter)
        }
        guard case .retry = state.openingFailed(now: start, random: 0) else { return unexpected("nobody knocks") }
        guard case .wait = state.wanted(now: start) else { return unexpected("a newcomer knocks") }
        state.waits(3)
        #expect(state.inUse == 1 && state.opening == 1)
        // The retrying caller stops: the next one retries. It succeeds: two more may open a connection.
        #expect(state.openingGivenUp() == [1])
        #expect(state.opened() == [2, 3])
        #expect(state.inUse == 3 && state.failures == 0)
    }

    @Test(arguments: [(0.0, [25, 50, 100, 200, 400, 800, 1000, 1000]), (1.0, [50, 100, 200, 400, 800, 1600, 2000, 2000])])
    func `Retries double their delay up to 2 s, with jitter`(random: Double, milliseconds: [Int]) {
        var state = PoolState<String>(limit: 1)
        guard case .open = state.wanted(now: start) else { return unexpected("may not open") }
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
        state.waits(1)
        let (idle, waiting) = state.closed()
        #expect(idle == ["a"] && waiting == [1])
        guard case .refuse = state.wanted(now: start) else { return unexpected("lends") }
        guard case .close("b") = state.returned("b", now: start) else { return unexpected("kept") }
        #expect(state.inUse == 0)
    }
}

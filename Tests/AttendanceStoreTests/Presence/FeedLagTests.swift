import Testing

@testable import AttendanceStore

@Suite struct `The feed's distance from the log` {
    private let start = ContinuousClock.now

    private func later(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    private func begun(at seq: Int64) -> FeedLag {
        var lag = FeedLag(limit: .seconds(4))
        _ = lag.begin(at: seq)
        return lag
    }

    @Test func `is none while each record is notified`() {
        var lag = begun(at: 5)
        #expect(lag.look(at: 5, now: later(0)) == .goOn)
        // The notification of record 6 is on its way.
        #expect(lag.look(at: 6, now: later(1)) == .goOn)
        lag.hear(6)
        #expect(lag.look(at: 6, now: later(2)) == .goOn)
        // On a busy morning there is always one on its way, and never the same.
        for seq in 7...20 as ClosedRange<Int64> {
            #expect(lag.look(at: seq, now: later(Double(seq))) == .goOn)
            lag.hear(seq)
        }
    }

    @Test func `makes it notify itself, and give up when that is not heard, either`() {
        var lag = begun(at: 5)
        #expect(lag.look(at: 6, now: later(0)) == .goOn)
        #expect(lag.look(at: 7, now: later(1)) == .notify)
        #expect(lag.look(at: 8, now: later(3.9)) == .notify)
        #expect(lag.look(at: 8, now: later(4)) == .giveUp)
    }

    @Test func `is none when its own notification is heard`() {
        var lag = begun(at: 5)
        #expect(lag.look(at: 6, now: later(0)) == .goOn)
        #expect(lag.look(at: 6, now: later(1)) == .notify)
        lag.hear(6)
        #expect(lag.look(at: 6, now: later(5)) == .goOn)
        // What is missing since then has its own time.
        #expect(lag.look(at: 7, now: later(6)) == .goOn)
        #expect(lag.look(at: 7, now: later(9)) == .notify)
    }

    @Test func `shows that the log is shorter than it was, once`() {
        var lag = begun(at: 5)
        lag.hear(9)
        #expect(lag.look(at: 7, now: later(0)) == .rewound(from: 9))
        let earlier = [lag.begin(at: 7), lag.begin(at: 8), lag.begin(at: 3)]
        #expect(earlier == [nil, nil, 8])
        #expect(lag.look(at: 4, now: later(1)) == .goOn)
    }
}

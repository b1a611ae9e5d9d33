import Testing

@testable import AttendanceStore

@Suite struct `Feed lag` {
    private let start = ContinuousClock.now

    private func later(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    private func begun(at seq: Int64) -> FeedLag {
        var lag = FeedLag(limit: .seconds(4))
        _ = lag.begin(at: seq)
        return lag
    }

    @Test func `A feed does not lag while each record is notified`() {
        var lag = begun(at: 5)
        #expect(lag.look(at: 5, now: later(0)) == .proceed)
        // The notification of record 6 is on its way.
        #expect(lag.look(at: 6, now: later(1)) == .proceed)
        lag.hear(6)
        #expect(lag.look(at: 6, now: later(2)) == .proceed)
        // Under load a notification is always on its way, each time of another record.
        for seq in 7...20 as ClosedRange<Int64> {
            #expect(lag.look(at: seq, now: later(Double(seq))) == .proceed)
            lag.hear(seq)
        }
    }

    @Test func `A lagging feed sends a notification itself, and gives up if it does not receive it`() {
        var lag = begun(at: 5)
        #expect(lag.look(at: 6, now: later(0)) == .proceed)
        #expect(lag.look(at: 7, now: later(1)) == .notify)
        #expect(lag.look(at: 8, now: later(3.9)) == .notify)
        #expect(lag.look(at: 8, now: later(4)) == .giveUp)
    }

    @Test func `A feed that receives its own notification does not lag`() {
        var lag = begun(at: 5)
        #expect(lag.look(at: 6, now: later(0)) == .proceed)
        #expect(lag.look(at: 6, now: later(1)) == .notify)
        lag.hear(6)
        #expect(lag.look(at: 6, now: later(5)) == .proceed)
        // A later gap has its own time limit.
        #expect(lag.look(at: 7, now: later(6)) == .proceed)
        #expect(lag.look(at: 7, now: later(9)) == .notify)
    }

    @Test func `A feed reports once that the log has become shorter`() {
        var lag = begun(at: 5)
        lag.hear(9)
        #expect(lag.look(at: 7, now: later(0)) == .rewound(from: 9))
        let earlier = [lag.begin(at: 7), lag.begin(at: 8), lag.begin(at: 3)]
        #expect(earlier == [nil, nil, 8])
        #expect(lag.look(at: 4, now: later(1)) == .proceed)
    }
}

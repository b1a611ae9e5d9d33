import Testing

@testable import AttendanceStore

@Suite struct `Feed lag` {
    private func begun(at seq: Int64) -> FeedLag {
        var lag = FeedLag()
        _ = lag.begin(at: seq)
        return lag
    }

    @Test func `A feed does not lag while each record is notified`() {
        var lag = begun(at: 5)
        #expect(lag.look(at: 5) == .proceed)
        // The notification of record 6 is on its way.
        #expect(lag.look(at: 6) == .proceed)
        lag.hear(6)
        #expect(lag.look(at: 6) == .proceed)
        // Under load a notification is always on its way, each time of another record.
        for seq in 7...20 as ClosedRange<Int64> {
            #expect(lag.look(at: seq) == .proceed)
            lag.hear(seq)
        }
    }

    @Test func `A feed whose notifications do not arrive catches up at every look after the first`() {
        var lag = begun(at: 5)
        #expect(lag.look(at: 6) == .proceed)
        #expect(lag.look(at: 7) == .catchUp)
        lag.hear(7)
        #expect(lag.look(at: 8) == .proceed)
        #expect(lag.look(at: 8) == .catchUp)
        lag.hear(8)
        #expect(lag.look(at: 8) == .proceed)
    }

    @Test func `A feed reports once that the log has become shorter`() {
        var lag = begun(at: 5)
        lag.hear(9)
        #expect(lag.look(at: 7) == .rewound(from: 9))
        let earlier = [lag.begin(at: 7), lag.begin(at: 8), lag.begin(at: 3)]
        #expect(earlier == [nil, nil, 8])
        #expect(lag.look(at: 4) == .proceed)
    }
}

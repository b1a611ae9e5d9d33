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
        lag.hear(6...6)
        #expect(lag.look(at: 6) == .proceed)
        // Under load a notification is always on its way, each time of another record.
        for seq in 7...20 as ClosedRange<Int64> {
            #expect(lag.look(at: seq) == .proceed)
            lag.hear(seq...seq)
        }
    }

    @Test func `A feed whose notifications do not arrive catches up within two looks`() {
        var lag = begun(at: 5)
        #expect(lag.look(at: 6) == .proceed)
        #expect(lag.look(at: 7) == .catchUp)
        lag.read(7)
        #expect(lag.look(at: 8) == .proceed)
        #expect(lag.look(at: 8) == .catchUp)
        lag.read(8)
        #expect(lag.look(at: 8) == .proceed)
    }

    /// Its sender ended after the commit, for example. The records after it are another server's.
    @Test func `A later notification does not hide that an earlier one is missing`() {
        var lag = begun(at: 5)
        lag.hear(7...9)
        #expect(lag.heard == 5)
        #expect(lag.look(at: 9) == .proceed)
        lag.hear(10...10)
        #expect(lag.look(at: 10) == .catchUp)
        lag.read(10)
        #expect(lag.heard == 10 && lag.look(at: 10) == .proceed)
    }

    @Test func `Notifications of several servers arrive in any order`() {
        var lag = begun(at: 5)
        for range in [9...9, 7...8, 12...14, 6...6] as [ClosedRange<Int64>] { lag.hear(range) }
        #expect(lag.heard == 9)
        #expect(lag.look(at: 14) == .proceed)
        lag.hear(10...11)
        #expect(lag.heard == 14 && lag.look(at: 14) == .proceed)
    }

    @Test func `A feed reports once that the log has become shorter`() {
        var lag = begun(at: 5)
        lag.hear(6...9)
        #expect(lag.look(at: 7) == .rewound(from: 9))
        let earlier = [lag.begin(at: 7), lag.begin(at: 8), lag.begin(at: 3)]
        #expect(earlier == [nil, nil, 8])
        #expect(lag.look(at: 4) == .proceed)
    }
}

@Suite struct `Presence payload` {
    @Test func `Adjacent records are one range, and others stay apart`() {
        let first = PresencePayload(records: 4...5, people: [2]).merged(with: PresencePayload(records: 6...6, people: [1]))
        #expect(first.text == "4-6:1,2")
        let both = first.merged(with: PresencePayload(records: 9...12, people: []))
        #expect(both.text == "4-6,9-12:1,2" && PresencePayload(both.text) == both)
        #expect(both.merged(with: PresencePayload(people: nil)).text == "4-6,9-12:*")
    }

    @Test(arguments: ["", "5", "5:1", "6-5:1", "a-b:1", "1-2:3:4"])
    func `Other texts are no payload`(text: String) { #expect(PresencePayload(text) == nil) }
}

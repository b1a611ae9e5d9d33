import Testing

@testable import PCSC

@Suite struct `Reader states` {
    private static let present: UInt = 0x22
    private static let empty: UInt = 0x12

    private func states(_ reports: UInt...) -> ReaderStates {
        var states = ReaderStates()
        _ = states.listed(["A"])
        for report in reports { _ = states.reported("A", .init(state: report)) }
        return states
    }

    @Test func `Attached and detached readers are reported`() {
        var states = ReaderStates()
        #expect(states.listed(["B", "A"]) == [.attached(reader: "B"), .attached(reader: "A")])
        #expect(states.listed(["B", "A"]).isEmpty)
        #expect(states.listed(["A"]) == [.detached(reader: "B")])
    }

    @Test func `An empty list of readers is reported once`() {
        var states = ReaderStates()
        #expect(states.listed([]) == [.noReader])
        #expect(states.listed([]).isEmpty)
        _ = states.listed(["A"])
        #expect(states.listed([]) == [.detached(reader: "A"), .noReader])
    }

    @Test(
        arguments: [
            ([], 0x22, [.inserted(reader: "A", atr: [0x3B])]),
            ([], 0x12, [.removed(reader: "A")]),
            ([0x12], 0x1_0022, [.inserted(reader: "A", atr: [0x3B])]),
            ([0x1_0022], 0x2_0012, [.removed(reader: "A")]),
            ([0x12], 0x112, []),
            // A program connects or disconnects: the tag is the same.
            ([0x1_0022], 0x1_0122, []),
            // Removed and inserted between two polls: the count increases by two.
            ([0x1_0022], 0x3_0022, [.removed(reader: "A"), .inserted(reader: "A", atr: [0x3B])]),
            ([0xFFFF_0022], 0x1_0022, [.removed(reader: "A"), .inserted(reader: "A", atr: [0x3B])]),
            ([0x12], 0x1_0222, [.unresponsive(reader: "A")]),
            ([0x1_0222], 0x1_0022, [.removed(reader: "A"), .inserted(reader: "A", atr: [0x3B])]),
        ] as [([UInt], UInt, [ReaderEvent])])
    func `State reports of pcscd are converted into events`(before: [UInt], now: UInt, events: [ReaderEvent]) {
        var states = ReaderStates()
        _ = states.listed(["A"])
        for report in before { _ = states.reported("A", .init(state: report, atr: [0x3B])) }
        #expect(states.reported("A", .init(state: now, atr: [0x3B])) == events)
    }

    @Test func `A report for an unlisted reader is ignored`() {
        var states = ReaderStates()
        #expect(states.reported("A", .init(state: Self.present)).isEmpty)
    }

    @Test func `Losing pcscd detaches all readers and clears their states`() {
        var states = states(Self.present)
        #expect(states.removeAll() == [.detached(reader: "A")])
        #expect(states.listed(["A"]) == [.attached(reader: "A")])
        #expect(states.knownState(of: "A") == 0)
        #expect(states.reported("A", .init(state: Self.present)) == [.inserted(reader: "A", atr: [])])
    }

    @Test func `The state passed to pcscd is the last reported one`() {
        #expect(states(0x5_0022).knownState(of: "A") == 0x5_0022)
        #expect(states().knownState(of: "A") == 0)
    }
}

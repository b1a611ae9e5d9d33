@testable import WebServer

import NIOCore
import Testing

@Suite struct `Slow client detector` {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private static func after(_ seconds: Int64) -> NIODeadline { start + .seconds(seconds) }

    @Test func `A client is slow that sends no first request within ten seconds`() {
        var detector = SlowClientDetector(ConnectionLimits(), openedAt: Self.start)
        let before = [9, 10].map { detector.isTooSlow(at: Self.after($0), pending: 0) }
        #expect(before == [false, true])
        detector.receivedHead(at: Self.after(9))
        detector.receivedEnd()
        let after = detector.isTooSlow(at: Self.after(10_000), pending: 0)
        #expect(!after)
    }

    @Test(arguments: [(0, 31), (1, 31), (400, 151), (500, nil), (10_000, nil)] as [(Int, Int?)])
    func `A client is slow that sends a body below the minimum rate after the grace period`(bytesPerSecond: Int, end: Int?) {
        var limits = ConnectionLimits()
        limits.body = .max
        var detector = SlowClientDetector(limits, openedAt: Self.start)
        detector.receivedHead(at: Self.start)
        let cut = (1...10_000).first { second in
            _ = detector.receivedBody(bytesPerSecond)
            return detector.isTooSlow(at: Self.after(Int64(second)), pending: 0)
        }
        #expect(cut == end)
    }

    @Test func `A request body has a maximum length`() {
        var detector = SlowClientDetector(ConnectionLimits(), openedAt: Self.start)
        detector.receivedHead(at: Self.start)
        let isMore = [16 * 1024 * 1024, 1].map { detector.receivedBody($0) }
        #expect(isMore == [false, true])
        detector.receivedHead(at: Self.start)
        let isNextMore = detector.receivedBody(1)
        #expect(!isNextMore)
    }

    @Test func `A client is slow that does not receive its response, but not while the response is idle`() {
        var detector = SlowClientDetector(ConnectionLimits(), openedAt: Self.start)
        detector.receivedHead(at: Self.start)
        detector.receivedEnd()
        // An almost idle stream, for an hour.
        let stream = (Int64(0)..<60).map { minute in
            detector.wrote(100)
            return detector.isTooSlow(at: Self.after(minute * 60), pending: 0)
        }
        #expect(!stream.contains(true))
        // A client that receives a thousand bytes a second.
        detector.wrote(1_000_000)
        let steady = (0..<999).map { detector.isTooSlow(at: Self.after(3600 + Int64($0)), pending: 1_000_000 - $0 * 1000) }
        #expect(!steady.contains(true))
        // The client now receives one byte a second.
        detector.wrote(1_000_000)
        let slow = (0..<61).map { detector.isTooSlow(at: Self.after(4600 + Int64($0)), pending: 1_000_000 - $0) }
        #expect(slow.contains(true))
    }
}

@testable import WebServer

import Attendance
import Testing

@Suite struct `Rate limiter` {
    private static let limit = RateLimit("taps", burst: 3, perSecond: 0.5)
    private static let start = Instant(millisecondsSince1970: 1_700_000_000_000)

    @Test func `A rate limit allows a burst, then a steady rate`() async {
        let limits = RateLimiter()
        let demand = [(limit: Self.limit, subject: RateLimiter.Subject.number(1, kind: "person"))]
        for _ in 0..<3 { #expect(limits.take(demand, now: Self.start) == nil) }
        #expect(limits.take(demand, now: Self.start) == .seconds(2))
        #expect(limits.wait(demand, now: Self.start + .seconds(1)) == .seconds(1))
        #expect(limits.take(demand, now: Self.start + .seconds(2)) == nil)
        #expect(limits.take(demand, now: Self.start + .seconds(2)) == .seconds(2))
        // Other subjects and other limits are unaffected.
        #expect(limits.take([(Self.limit, .number(2, kind: "person"))], now: Self.start) == nil)
        #expect(limits.take([(Self.limit, .number(1, kind: "reader"))], now: Self.start) == nil)
        #expect(
            limits.take([(RateLimit("other", burst: 1, perSecond: 1), .number(1, kind: "person"))], now: Self.start)
                == nil)
    }

    @Test func `A request takes tokens of all its limits or of none`() async {
        let limits = RateLimiter()
        for _ in 0..<3 { _ = limits.take([(Self.limit, .number(1, kind: "person"))], now: Self.start) }
        for _ in 0..<9 {
            #expect(
                limits.take(
                    [(Self.limit, .number(2, kind: "person")), (Self.limit, .number(1, kind: "person"))], now: Self.start)
                    == .seconds(2))
        }
        #expect(limits.take([(Self.limit, .number(2, kind: "person"))], now: Self.start) == nil)
    }

    @Test func `At capacity the rate limiter discards the buckets with the fewest uses first`() async {
        let limits = RateLimiter(capacity: 100)
        for _ in 0..<3 { _ = limits.take([(Self.limit, .number(0, kind: "person"))], now: Self.start) }
        for person in 1...10_000 {
            _ = limits.take([(Self.limit, .number(Int64(person), kind: "person"))], now: Self.start)
        }
        #expect(limits.count <= 100)
        #expect(limits.take([(Self.limit, .number(0, kind: "person"))], now: Self.start) == .seconds(2))
    }

    @Test func `A demand for several tokens takes all of them or none`() async {
        let limits = RateLimiter()
        let demand = [(limit: Self.limit, subject: RateLimiter.Subject.number(1, kind: "person"))]
        #expect(limits.take(demand, count: 2, now: Self.start) == nil)
        #expect(limits.take(demand, count: 2, now: Self.start) == .seconds(2))
        #expect(limits.take(demand, now: Self.start) == nil)
    }

    @Test func `A limit by address counts an IPv6 /64, and its /48 by ten times as much`() async throws {
        let (limits, proxies) = (RateLimiter(), TrustedProxies([try NetworkRange("2001:db8:9::/48")]))
        func taken(_ address: String, _ count: Int = 1) async throws -> Int {
            let demands = proxies.demands(Self.limit, of: try #require(ClientAddress(address)))
            var taken = 0
            for _ in 0..<count where limits.take(demands, now: Self.start) == nil { taken += 1 }
            return taken
        }
        #expect(try await taken("2001:db8:7:1::1", 5) == 3)
        #expect(try await taken("2001:db8:7:1::2") == 0)
        var site = 3
        for network in 2..<100 { site += try await taken("2001:db8:7:\(network)::1", 5) }
        #expect(site == 30)
        #expect(try await taken("2001:db8:8:1::1", 5) == 3)
        #expect(try await taken("192.0.2.1", 50) == 3)
        #expect(try await taken("2001:db8:9:1::1", 50) == 50)
    }

    @Test func `Full buckets are discarded`() async {
        let limits = RateLimiter(capacity: 100)
        for person in 0...10_000 {
            _ = limits.take([(Self.limit, .number(Int64(person), kind: "person"))], now: Self.start + .seconds(person))
        }
        #expect(limits.count <= 100)
    }
}

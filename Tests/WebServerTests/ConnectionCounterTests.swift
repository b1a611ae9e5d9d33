@testable import WebServer

import Attendance
import Testing

@Suite struct `Connection counter` {
    @Test func `One IPv6 site opens half of all connections at most, and leaves the rest to others`() throws {
        let counter = ConnectionCounter(ConnectionLimits(), trustedProxies: TrustedProxies())
        let opened = try (0..<10_001).map {
            counter.open(try #require(ClientAddress("2001:db8:7:\(String($0, radix: 16))::1")))
        }
        #expect(opened.count { $0 } == 10_000)
        let other = try #require(ClientAddress("2001:db8:8::1"))
        #expect(counter.open(other))
    }
}

@testable import WebServer

import Attendance
import HTTPTypes
import Testing

@Suite struct `Trusted proxies` {
    static let ranges = ["10.0.0.0/8", "2001:db8:1::/48"]

    private func client(_ field: String, _ values: [String], from peer: String, _ header: TrustedProxies.Header) throws
        -> ClientAddress
    {
        var headers = HTTPFields()
        for value in values { headers.append(HTTPField(name: try #require(HTTPField.Name(field)), value: value)) }
        let proxies = TrustedProxies(try Self.ranges.map { try NetworkRange($0) }, header: header)
        return proxies.client(of: headers, from: try #require(ClientAddress(peer)))
    }

    @Test(arguments: [
        // The peer is no trusted proxy.
        ("192.0.2.9", ["203.0.113.1"], "192.0.2.9"),
        ("10.0.0.1", ["203.0.113.1"], "203.0.113.1"), ("10.0.0.1", [], "10.0.0.1"),
        // The client's own part of the header is further left.
        ("10.0.0.1", ["8.8.8.8, 203.0.113.1"], "203.0.113.1"), ("10.0.0.1", ["8.8.8.8", "203.0.113.1"], "203.0.113.1"),
        ("10.0.0.1", ["8.8.8.8, 203.0.113.1, 10.0.0.2"], "203.0.113.1"), ("10.0.0.1", ["10.0.0.2,10.0.0.3"], "10.0.0.2"),
        ("10.0.0.1", ["203.0.113.1:4711"], "203.0.113.1"), ("10.0.0.1", ["2001:db8::7"], "2001:db8::7"),
        ("10.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"), ("2001:db8:1::1", ["203.0.113.1"], "203.0.113.1"),
        // For an element that is no address, the result is the proxy.
        ("10.0.0.1", ["203.0.113.1, unknown"], "10.0.0.1"), ("10.0.0.1", ["203.0.113.1,"], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.1, 10.0.0.3, x, 10.0.0.2"], "10.0.0.2"), ("10.0.0.1", ["\"203.0.113.1"], "10.0.0.1"),
        ("10.0.0.1", ["\", 203.0.113.1"], "203.0.113.1"),
    ])
    func `X-Forwarded-For gives the last address that is no trusted proxy`(peer: String, values: [String], client: String)
        throws
    {
        #expect(try self.client("X-Forwarded-For", values, from: peer, .xForwardedFor) == ClientAddress(client))
    }

    @Test(arguments: [
        ("192.0.2.9", ["for=203.0.113.1"], "192.0.2.9"), ("10.0.0.1", ["for=203.0.113.1;proto=https"], "203.0.113.1"),
        ("10.0.0.1", ["proto=https; For=\"[2001:db8::7]:4711\" ;by=10.0.0.1"], "2001:db8::7"),
        ("10.0.0.1", ["for=8.8.8.8", "for=203.0.113.1, for=10.0.0.2"], "203.0.113.1"),
        ("10.0.0.1", ["for=203.0.113.1, for=_hidden"], "10.0.0.1"), ("10.0.0.1", ["proto=https"], "10.0.0.1"),
        ("10.0.0.1", ["for=\"x, for=203.0.113.1"], "203.0.113.1"),
        // A comma or semicolon in quotes is no separator.
        ("10.0.0.1", [#"for=203.0.113.1;host="a,for=8.8.8.8;for=8.8.4.4\"""#], "203.0.113.1"),
    ])
    func `Forwarded gives the last address that is no trusted proxy`(peer: String, values: [String], client: String) throws {
        #expect(try self.client("Forwarded", values, from: peer, .forwarded) == ClientAddress(client))
    }

    @Test func `Only the header that the trusted proxies write is read`() throws {
        #expect(try client("Forwarded", ["for=8.8.8.8"], from: "10.0.0.1", .xForwardedFor) == ClientAddress("10.0.0.1"))
        #expect(try client("X-Forwarded-For", ["8.8.8.8"], from: "10.0.0.1", .forwarded) == ClientAddress("10.0.0.1"))
    }
}

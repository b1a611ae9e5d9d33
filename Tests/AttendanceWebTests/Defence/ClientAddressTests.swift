@testable import AttendanceWeb

import HTTPTypes
import NIOCore
import Testing

@Suite struct `Address of a client` {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:DB8:0:0:0:0:0:1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::", "0:0:0:0:0:0:0:0"),
    ])
    func `is the same however it is written`(one: String, other: String) throws {
        #expect(ClientAddress(one) == ClientAddress(other))
        #expect(ClientAddress(one) != nil)
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "[::1]", "fe80::1%eth0", ":::", "unknown", "1.2.3.4\0",
    ])
    func `is nothing else`(text: String) { #expect(ClientAddress(text) == nil) }

    @Test func `is that of the socket`() throws {
        for text in ["192.0.2.1", "2001:db8::1"] {
            #expect(ClientAddress(try SocketAddress(ipAddress: text, port: 80)) == ClientAddress(text))
        }
        #expect(ClientAddress(try SocketAddress(unixDomainSocketPath: "/run/x")) == nil)
    }

    @Test func `counts as one with all that its subscriber can choose`() throws {
        func subscriber(_ text: String) throws -> ClientAddress { try #require(ClientAddress(text)).subscriber }
        #expect(try subscriber("2001:db8:0:1::1") == subscriber("2001:db8:0:1:ffff::2"))
        #expect(try subscriber("2001:db8:0:1::1") != subscriber("2001:db8:0:2::1"))
        #expect(try subscriber("192.0.2.1") != subscriber("192.0.2.2"))
    }

    @Test func `counts with its site, of which IPv6 has 65,536 subscribers`() throws {
        func site(_ text: String) throws -> ClientAddress { try #require(ClientAddress(text)).site }
        #expect(try site("2001:db8:7:1::1") == site("2001:db8:7:ffff::2"))
        #expect(try site("2001:db8:7:1::1") != site("2001:db8:8:1::1"))
        #expect(try site("192.0.2.1") != site("192.0.2.2"))
        let count = ConnectionCount(ConnectionLimits(), trustedProxies: TrustedProxies())
        let opened = try (0..<10_001).map {
            count.opened(try #require(ClientAddress("2001:db8:7:\(String($0, radix: 16))::1")))
        }
        #expect(opened.count { $0 } == 10_000)
        let other = try #require(ClientAddress("2001:db8:8::1"))
        #expect(count.opened(other))
    }
}

@Suite struct `Range of addresses` {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false), ("0.0.0.0/0", "255.255.255.255", true),
        ("0.0.0.0/0", "::1", false), ("::/0", "10.0.0.1", false), ("::/0", "2001:db8::", true),
        ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7/32", "192.0.2.6", false), ("192.0.2.6/31", "192.0.2.7", true),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::", false), ("::1", "::1", true),
        ("::1/128", "::2", false), ("::ffff:10.0.0.0/104", "10.1.2.3", true), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
    ])
    func `holds the addresses of its network`(range: String, address: String, isIn: Bool) throws {
        #expect(try NetworkRange(range).contains(try #require(ClientAddress(address))) == isIn)
    }

    @Test(arguments: [
        "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0.0/8.0", "10.0.0.1/8",
        "2001:db8::/129", "2001:db8::1/64", "ten", "10.0.0.0-10.0.0.9", "::ffff:10.0.0.0/8", "10.0.0.0/٨",
    ])
    func `is refused with a sentence where it is none`(text: String) throws {
        let error = try #require(throws: NetworkRange.Malformed.self) { try NetworkRange(text) }
        #expect(error.description.contains("'\(text)' is no range"))
    }

    @Test func `comes in lists`() throws {
        #expect(try NetworkRange.list(" 10.0.0.0/8, ::1 192.0.2.1,").count == 3)
        #expect(try NetworkRange.list("").isEmpty)
        #expect(throws: NetworkRange.Malformed.self) { try NetworkRange.list("10.0.0.0/8, x") }
    }
}

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
        // Nobody else is believed.
        ("192.0.2.9", ["203.0.113.1"], "192.0.2.9"),
        ("10.0.0.1", ["203.0.113.1"], "203.0.113.1"), ("10.0.0.1", [], "10.0.0.1"),
        // What the client wrote itself stands further left.
        ("10.0.0.1", ["8.8.8.8, 203.0.113.1"], "203.0.113.1"), ("10.0.0.1", ["8.8.8.8", "203.0.113.1"], "203.0.113.1"),
        ("10.0.0.1", ["8.8.8.8, 203.0.113.1, 10.0.0.2"], "203.0.113.1"), ("10.0.0.1", ["10.0.0.2,10.0.0.3"], "10.0.0.2"),
        ("10.0.0.1", ["203.0.113.1:4711"], "203.0.113.1"), ("10.0.0.1", ["2001:db8::7"], "2001:db8::7"),
        ("10.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"), ("2001:db8:1::1", ["203.0.113.1"], "203.0.113.1"),
        // What is no address says nothing; it is the proxy then.
        ("10.0.0.1", ["203.0.113.1, unknown"], "10.0.0.1"), ("10.0.0.1", ["203.0.113.1,"], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.1, 10.0.0.3, x, 10.0.0.2"], "10.0.0.2"), ("10.0.0.1", ["\"203.0.113.1"], "10.0.0.1"),
        ("10.0.0.1", ["\", 203.0.113.1"], "203.0.113.1"),
    ])
    func `say whom they heard it from`(peer: String, values: [String], client: String) throws {
        #expect(try self.client("X-Forwarded-For", values, from: peer, .xForwardedFor) == ClientAddress(client))
    }

    @Test(arguments: [
        ("192.0.2.9", ["for=203.0.113.1"], "192.0.2.9"), ("10.0.0.1", ["for=203.0.113.1;proto=https"], "203.0.113.1"),
        ("10.0.0.1", ["proto=https; For=\"[2001:db8::7]:4711\" ;by=10.0.0.1"], "2001:db8::7"),
        ("10.0.0.1", ["for=8.8.8.8", "for=203.0.113.1, for=10.0.0.2"], "203.0.113.1"),
        ("10.0.0.1", ["for=203.0.113.1, for=_hidden"], "10.0.0.1"), ("10.0.0.1", ["proto=https"], "10.0.0.1"),
        ("10.0.0.1", ["for=\"x, for=203.0.113.1"], "203.0.113.1"),
        // A comma or semicolon in quotes parts nothing.
        ("10.0.0.1", [#"for=203.0.113.1;host="a,for=8.8.8.8;for=8.8.4.4\"""#], "203.0.113.1"),
    ])
    func `say it by the standard header, too`(peer: String, values: [String], client: String) throws {
        #expect(try self.client("Forwarded", values, from: peer, .forwarded) == ClientAddress(client))
    }

    @Test func `are believed in the one header that they write`() throws {
        #expect(try client("Forwarded", ["for=8.8.8.8"], from: "10.0.0.1", .xForwardedFor) == ClientAddress("10.0.0.1"))
        #expect(try client("X-Forwarded-For", ["8.8.8.8"], from: "10.0.0.1", .forwarded) == ClientAddress("10.0.0.1"))
    }
}

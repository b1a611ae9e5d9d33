import Attendance
import Testing

@Suite struct `Client address` {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:DB8:0:0:0:0:0:1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::", "0:0:0:0:0:0:0:0"),
    ])
    func `Two spellings of one IP address are equal`(one: String, other: String) throws {
        #expect(ClientAddress(one) == ClientAddress(other))
        #expect(ClientAddress(one) != nil)
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "[::1]", "fe80::1%eth0", ":::", "unknown", "1.2.3.4\0",
    ])
    func `A text that is no plain IP address is rejected`(text: String) { #expect(ClientAddress(text) == nil) }

    @Test func `Addresses in one IPv6 /64 have one subscriber`() throws {
        func subscriber(_ text: String) throws -> ClientAddress { try #require(ClientAddress(text)).subscriber }
        #expect(try subscriber("2001:db8:0:1::1") == subscriber("2001:db8:0:1:ffff::2"))
        #expect(try subscriber("2001:db8:0:1::1") != subscriber("2001:db8:0:2::1"))
        #expect(try subscriber("192.0.2.1") != subscriber("192.0.2.2"))
    }

    @Test func `Addresses in one IPv6 /48 have one site`() throws {
        func site(_ text: String) throws -> ClientAddress { try #require(ClientAddress(text)).site }
        #expect(try site("2001:db8:7:1::1") == site("2001:db8:7:ffff::2"))
        #expect(try site("2001:db8:7:1::1") != site("2001:db8:8:1::1"))
        #expect(try site("192.0.2.1") != site("192.0.2.2"))
    }
}

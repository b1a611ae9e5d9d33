import Attendance
import Testing

@Suite struct `Network range` {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false), ("0.0.0.0/0", "255.255.255.255", true),
        ("0.0.0.0/0", "::1", false), ("::/0", "10.0.0.1", false), ("::/0", "2001:db8::", true),
        ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7/32", "192.0.2.6", false), ("192.0.2.6/31", "192.0.2.7", true),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::", false), ("::1", "::1", true),
        ("::1/128", "::2", false), ("::ffff:10.0.0.0/104", "10.1.2.3", true), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
    ])
    func `A range contains exactly the addresses of its network`(range: String, address: String, isIn: Bool) throws {
        #expect(try NetworkRange(range).contains(try #require(ClientAddress(address))) == isIn)
    }

    @Test(arguments: [
        "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0.0/8.0", "10.0.0.1/8",
        "2001:db8::/129", "2001:db8::1/64", "ten", "10.0.0.0-10.0.0.9", "::ffff:10.0.0.0/8", "10.0.0.0/٨", "10.0.0.0/08",
        "0.0.0.0/00",
    ])
    func `A text that is no network range is rejected with a sentence`(text: String) throws {
        let error = try #require(throws: NetworkRange.Malformed.self) { try NetworkRange(text) }
        #expect(error.description.hasPrefix("'\(text)' is not a network"))
    }

    @Test func `A list of network ranges is separated by commas or white space`() throws {
        #expect(try NetworkRange.list(" 10.0.0.0/8, ::1 192.0.2.1,").count == 3)
        #expect(try NetworkRange.list("").isEmpty)
        #expect(throws: NetworkRange.Malformed.self) { try NetworkRange.list("10.0.0.0/8, x") }
    }
}

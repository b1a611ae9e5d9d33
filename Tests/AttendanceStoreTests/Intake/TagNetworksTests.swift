@testable import AttendanceStore

import Attendance
import Foundation
import TestOffice
import Testing

@Suite struct `Networks of tags` {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.200", false), ("192.0.2.1", "192.0.3.1", true), ("2001:db8:1:2::1", "2001:db8:1:9::1", false),
        ("2001:db8:1::1", "2001:db8:2::1", true), ("::ffff:192.0.2.1", "192.0.2.9", false), ("192.0.2.1", "0.0.0.0", false),
    ])
    func `The two-networks flag compares networks, not addresses`(
        first: String, second: String, isElsewhere: Bool
    ) async throws {
        let (networks, tag) = (TagNetworks(), TagNetworks.Tag.read(try #require(UID(hex: "04A1B2C3"))))
        let (one, other) = (try #require(ClientAddress(first)), try #require(ClientAddress(second)))
        #expect(!networks.isSeenElsewhere(tag, from: one, now: TestOffice.noon))
        #expect(networks.isSeenElsewhere(tag, from: other, now: TestOffice.noon + .seconds(60)) == isElsewhere)
        #expect(!networks.isSeenElsewhere(tag, from: one, now: TestOffice.noon + .seconds(121)))
    }

    @Test func `The memory of the networks of tags is limited in size and time`() async throws {
        let networks = TagNetworks(capacity: 100)
        let client = try #require(ClientAddress("192.0.2.1"))
        func tap(_ number: Int, _ second: Int64) async throws {
            let uid = try #require(UID(hex: String(format: "%08X", number)))
            _ = networks.isSeenElsewhere(.read(uid), from: client, now: TestOffice.noon + .seconds(second))
        }
        for number in 0..<1_000 { try await tap(number, 0) }
        #expect(networks.count <= 100)
        for number in 0..<50 { try await tap(number, 1) }
        try await tap(5_000, 122)
        #expect(networks.count == 1)
    }
}

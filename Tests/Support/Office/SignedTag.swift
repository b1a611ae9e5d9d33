package import Attendance
import AttendanceStore
import NFCTag
package import SecureMessaging
import VirtualReader

/// A software NTAG 424 DNA that the office has set up for a desk.
package final class SignedTag {
    private let transport: Transport

    package enum Failure: Error {
        case noAddress
    }

    /// A new tag.
    /// - Parameter number: selects the UID.
    package init(number: UInt8 = 1) {
        transport = Transport(NTAG424Chip(uid: [0x04, 0x4E, 0x12, 0x00, 0x00, 0x00, number]))
    }

    package var uid: UID { UID(transport.chip.uid) }

    /// Registers a new tag, and sets it up with keys of the office.
    /// - Parameter number: selects the UID.
    package static func issue(
        _ kind: TapKind, at desk: String, number: UInt8 = 1, in office: TestOffice, now: Instant = TestOffice.noon
    ) async throws -> SignedTag {
        let tag = SignedTag(number: number)
        let desk = DeskID(desk)
        let place = try await office.store.tags.place(of: kind, at: desk, in: nil, home: office.office)
        _ = try await office.store.tags.issueTag(tag.uid, for: place, certifying: false, word: false, now: now)
        try await tag.setUp(kind, at: desk, in: office, now: now)
        return tag
    }

    /// Sets the tag up with new keys, or with those that it may not have yet.
    package func setUp(_ kind: TapKind, at desk: DeskID?, in office: TestOffice, now: Instant = TestOffice.noon) async throws {
        try await setUp(kind, at: desk, keys: try await office.store.tagKeys.issueKeys(of: uid, now: now))
    }

    /// Sets the tag up.
    package func setUp(_ kind: TapKind, at desk: DeskID?, keys: NTAG424KeyRing) async throws {
        var writer = TagWriter(transport, atr: transport.answerToReset)
        let address = "https://desk.example.com/t?e=\(kind.rawValue)\(desk.map { "&d=\($0)" } ?? "")"
        _ = try await writer.personalize(try SDMTemplate(address), keys, expecting: uid)
    }

    /// Reads the tag, like a phone that it touches.
    /// - Returns: the query of the address, such as `e=start&d=6F-A3&u=…&c=…&m=…`.
    package func read() async throws -> String {
        transport.chip.powerUp()
        var reader = TagReader(transport, atr: transport.answerToReset)
        guard let query = try await reader.read().uri?.split(separator: "?").last else { throw Failure.noAddress }
        return String(query)
    }

    /// Reads the tag several times.
    /// - Returns: the queries, by the number of the reading, from 1 on.
    package func read(times: Int) async throws -> [Int: String] {
        var queries: [Int: String] = [:]
        for number in 1...times { queries[number] = try await read() }
        return queries
    }

    private final class Transport: APDUTransport {
        var chip: NTAG424Chip

        init(_ chip: NTAG424Chip) { self.chip = chip }

        /// As a reader composes it: PC/SC part 3, 3.1.3.2.3.
        var answerToReset: ATR { ATR([0x3B, 0x81, 0x80, 0x01, 0x80, 0x80]) }

        func transmit(_ command: [UInt8]) async throws -> [UInt8] {
            command.first == 0xFF ? chip.uid + [0x90, 0x00] : chip.receive(command) ?? []
        }
    }
}

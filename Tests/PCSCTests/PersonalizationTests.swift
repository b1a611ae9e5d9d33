import Attendance
import NFCTag
import PCSC
import SecureMessaging
import Testing
import TestServers
import VirtualReader

/// One card at a time, as in the tests of removed tags.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)), .serialized)
struct `Personalization behind pcscd` {
    private static let address = "https://desk.example.com/t?e=start&d=6F-A3"
    private static let keys = NTAG424Keys(
        (0..<NTAG424Keys.count).map { AESKey.factory.diversified(by: [$0]) }, version: 1)

    /// Removed at each of the last 15 commands, which set the keys and read the address, and at every fifth before.
    @Test(arguments: [false, true])
    func `A tag that is removed while it is set up is completed by the next run`(isExecuted: Bool) async throws {
        try await PcscServer.withinProcess { server in
            let (name, reader) = (server.readers[0], VirtualReader(port: server.port))
            let blank = try TagModel.ntag424.blank()
            let uid = UID(blank.uid)
            let keys = try #require(Self.keys)
            let ring = try #require(NTAG424KeyRing(keys, earlier: []))
            func personalize() async throws -> NDEFMessage {
                try await SmartCard.with(in: name) { card, atr in
                    var writer = TagWriter(CardTransport(card: card), atr: ATR(atr))
                    return try await writer.personalize(try SDMTemplate(Self.address), ring, expecting: uid)
                }
            }
            try reader.insert(blank)
            try await waitForCard(in: name)
            try reader.swap(to: blank)
            _ = try await personalize()
            let count = reader.commands.count
            for command in 0..<count where command >= count - 15 || command % 5 == 0 {
                let story = Comment(rawValue: "command \(command) of \(count), carried out: \(isExecuted)")
                try reader.swap(to: blank, removal: .init(atCommand: command, isExecuted: isExecuted, isNoticed: false))
                await #expect(throws: PCSCError.cardRemoved, story) { try await personalize() }
                try reader.swap(to: try #require(reader.tag))
                let record = try #require(try await personalize().records.first)
                let signed = try #require(SDMTemplate.message(in: try URIRecord(record).uri), story)
                try signed.verify(try signed.claimedReading(metaKey: .factory), fileKey: keys.file)
                let chip = try #require(reader.tag as? NTAG424Chip)
                #expect((0..<5).allSatisfy { chip.key($0).version == 1 } && chip.failures(ofKey: 0) == 0, story)
            }
        }
    }
}

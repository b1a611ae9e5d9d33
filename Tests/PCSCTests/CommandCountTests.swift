import NFCTag
import PCSC
import TestServers
import Testing
import VirtualReader

/// The number of commands that reach the reader, counted behind a real pcscd.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)), .serialized)
struct `Commands to read an address of 60 bytes` {
    private static let address = "https://desk.example.com/t?event=start&desk=6F-A3&office=ber"

    /// The minimum follows from the memory up to the end of the message and the reader's maximum read size. A Type 2 tag's
    /// UID is part of its memory; a Type 5 tag's UID takes one command more. Frames need two commands to begin a session and
    /// one to end it.
    private static let minimum: [(TagModel, ReaderProfile, Int)] = [
        (.ntag213, .withoutFrames, 1), (.ntag213, .small, 5), (.ntag213, .framesOnly, 4), (.slix, .withoutFrames, 2),
        (.slix, .framesOnly, 5), (.st25dv04k, .withoutFrames, 2), (.st25dv04k, .framesOnly, 5),
        (.st25dv64k, .withoutFrames, 2), (.st25dv64k, .framesOnly, 5), (.type4, .withoutFrames, 6), (.type4, .small, 6),
    ]

    @Test(arguments: minimum)
    func `Reading 60 bytes takes the minimum of commands or one more, and the minimum after the first tag`(
        model: TagModel, profile: ReaderProfile, minimum: Int
    ) async throws {
        try await PcscServer.withinProcess { server in
            let name = server.readers[0]
            let reader = VirtualReader(port: server.port, profile: profile)
            let tag = try model.tag(holding: Self.address)
            try reader.insert(tag)
            try await waitForCard(in: name)
            try reader.swap(to: tag)
            let first = try await readTag(in: name)
            #expect(first.reading.uri == Self.address)
            // An unknown reader refuses once: READ BINARY, or its length.
            #expect(reader.commands.count <= minimum + 2)
            try reader.swap(to: tag)
            let second = try await readTag(in: name, capabilities: first.capabilities)
            #expect(second.reading == first.reading)
            #expect(reader.commands.count <= minimum + (model == .type4 ? 0 : 1), "\(reader.commands)")
        }
    }

    @Test func `Reading a Type 4 tag by long commands takes the minimum of commands`() async throws {
        try await PcscServer.withinProcess { server in
            let reader = VirtualReader(port: server.port)
            let message = NDEFMessage(try NDEFRecord(.unknown, payload: Array(repeating: 7, count: 1500)))
            let chip = Type4Chip(uid: [4, 1, 2, 3, 4, 5, 6], size: 2048, longestRead: 2048, longestWrite: 2048)
            try reader.insert(chip)
            try await waitForCard(in: server.readers[0])
            let capabilities = ReaderCapabilities(takesExtendedLength: true)
            try await SmartCard.with(in: server.readers[0]) { card, atr in
                var writer = TagWriter(CardTransport(card: card), atr: ATR(atr), capabilities: capabilities)
                let writing = try await writer.write(message)
                #expect(writing.writes == 2)
            }
            try reader.swap(to: try #require(reader.tag))
            let reading = try await readTag(in: server.readers[0], capabilities: capabilities).reading
            #expect(reading.content == .message(message))
            #expect(reader.commands.count == 7)
        }
    }

    @Test(arguments: [ReaderProfile.withoutFrames, .framesOnly])
    func `Blocks after number 255 are read`(profile: ReaderProfile) async throws {
        try await PcscServer.withinProcess { server in
            let reader = VirtualReader(port: server.port, profile: profile)
            let message = NDEFMessage(try NDEFRecord(.unknown, payload: (0..<1500).map { UInt8($0 % 251) }))
            try reader.insert(try TagModel.st25dv64k.blank())
            try await waitForCard(in: server.readers[0])
            try await SmartCard.with(in: server.readers[0]) { card, atr in
                var writer = TagWriter(CardTransport(card: card), atr: ATR(atr))
                _ = try await writer.write(message, formatting: true)
            }
            let reading = try await readTag(in: server.readers[0]).reading
            #expect(reading.content == .message(message))
            #expect(reader.tag?.content == .message(message))
        }
    }
}

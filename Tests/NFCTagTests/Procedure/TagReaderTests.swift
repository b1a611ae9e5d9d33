import NFCTag
import Testing

/// An address of 60 bytes: with its message's header, the TLV and the terminator it fills 60 bytes.
private let deskAddress = "https://desk.example.com/t?event=start&desk=6F-A3&floor=sixt"
private let type2ATR = ATR(hex("3B8F8001804F0CA000000306 03 0003 0000000068"))
private let type5ATR = ATR(hex("3B8F8001804F0CA000000306 0B 0014 0000000077"))
private let type2UID = hex("04010203040506")
private let type5UID = hex("E004015012345678")

private func deskMessage() throws -> NDEFMessage { NDEFMessage(try URIRecord(deskAddress).record) }

/// The TLV of a message, and the terminator.
private func tlv(_ message: NDEFMessage) -> [UInt8] { [0x03, UInt8(message.bytes.count)] + message.bytes + [0xFE] }

private func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    bytes + Array(repeating: 0, count: max(0, count - bytes.count))
}

private func type2Tag(pages: Int, lengthField: UInt8, data: [UInt8]) -> MemoryTag {
    let container: [UInt8] = [0xE1, 0x10, lengthField, 0x00]
    let tag = MemoryTag(
        memory: padded(`Type 2 memory`.header + container + data, to: pages * 4), uid: type2UID)
    tag.isHaltedByReadingPastEnd = true
    return tag
}

private func type5Tag(blocks: Int, container: String, data: [UInt8]) -> MemoryTag {
    MemoryTag(memory: padded(hex(container) + data, to: blocks * 4), uid: type5UID)
}

@Suite struct `Reading an address of 60 bytes` {
    /// Commands for a reader that gives at most so many bytes: at its first tag, and when it is known.
    @Test(arguments: [(256, 2, 2), (64, 2, 2), (16, 6, 5), (4, 22, 20)])
    func `takes few commands on an NTAG213`(largestRead: Int, first: Int, known: Int) async throws {
        let tag = type2Tag(pages: 45, lengthField: 0x12, data: hex("01 03 A0 0C 34") + tlv(try deskMessage()))
        try await expect(tag, type2ATR, largestRead: largestRead, commands: (first, known), access: .readWrite)
    }

    @Test(arguments: [(256, 2, 2), (64, 2, 2), (16, 6, 5), (4, 19, 17)])
    func `takes few commands on an ICODE SLIX`(largestRead: Int, first: Int, known: Int) async throws {
        let tag = type5Tag(blocks: 28, container: "E1430D01", data: tlv(try deskMessage()))
        try await expect(tag, type5ATR, largestRead: largestRead, commands: (first, known), access: .readOnly)
    }

    @Test(arguments: [(256, 3, 3), (64, 3, 3), (16, 7, 6), (4, 20, 18)])
    func `takes few commands on an ST25DV64K`(largestRead: Int, first: Int, known: Int) async throws {
        let tag = type5Tag(blocks: 2048, container: "E2400001 000003FF", data: tlv(try deskMessage()))
        try await expect(tag, type5ATR, largestRead: largestRead, commands: (first, known), access: .readWrite)
    }

    private func expect(
        _ tag: MemoryTag, _ atr: ATR, largestRead: Int, commands: (first: Int, known: Int), access: TagAccess
    ) async throws {
        tag.largestRead = largestRead
        var first = TagReader(tag, atr: atr)
        let reading = try await first.read()
        #expect(reading.content == .message(try deskMessage()))
        #expect(reading.uri == deskAddress)
        #expect(reading.uid == TagUID(tag.uid))
        #expect(reading.access == access)
        #expect(tag.commands.count == commands.first)
        var second = TagReader(tag, atr: atr, capabilities: first.capabilities)
        #expect(try await second.read() == reading)
        #expect(tag.commands.count == commands.first + commands.known)
    }
}

@Suite struct `Tag reader` {
    @Test func `obeys the length a reader names`() async throws {
        let tag = type2Tag(pages: 45, lengthField: 0x12, data: tlv(try deskMessage()))
        tag.largestRead = 32
        tag.refusal = [0x6C, 0x20]
        var reader = TagReader(tag, atr: type2ATR)
        #expect(try await reader.read().uri == deskAddress)
        #expect(reader.capabilities.largestRead == 32)
        #expect(tag.commands.count == 4)
    }

    @Test func `takes what a reader gives when it gives less`() async throws {
        let tag = type2Tag(pages: 45, lengthField: 0x12, data: tlv(try deskMessage()))
        tag.largestRead = 20
        tag.shortens = true
        var reader = TagReader(tag, atr: type2ATR)
        #expect(try await reader.read().uri == deskAddress)
        #expect(reader.capabilities.largestRead == 20)
    }

    @Test(arguments: [16, 64, 256]) func `never reads past the end of a Type 2 tag`(largestRead: Int) async throws {
        let full = NDEFMessage(try NDEFRecord(.unknown, payload: Array(repeating: 7, count: 43)))
        for data in [tlv(full), hex("0300FE"), [], hex("03 40")] {
            let tag = type2Tag(pages: 16, lengthField: 0x06, data: data)
            tag.largestRead = largestRead
            var reader = TagReader(tag, atr: type2ATR)
            _ = try await reader.read()
            #expect(!tag.isHalted)
        }
    }

    @Test func `takes the end of a Type 5 chip for the end of its data area`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1400E01", data: [])
        var reader = TagReader(tag, atr: type5ATR)
        #expect(try await reader.read().content == .unformatted)
        #expect(reader.capabilities.largestRead == nil)
    }

    @Test func `finds a Type 5 tag damaged that promises more than it holds`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1403001", data: hex("03 FF 0100"))
        var reader = TagReader(tag, atr: type5ATR)
        #expect(try await reader.read().content == .damaged(.memoryEnds(at: 112)))
    }

    @Test func `turns a UID given in the order of the air`() async throws {
        let tag = MemoryTag(memory: padded(hex("E1400D01 0300FE"), to: 112), uid: type5UID.reversed())
        var reader = TagReader(tag, atr: type5ATR)
        #expect(try await reader.read() == TagReading(uid: TagUID(type5UID), kind: .type5, content: .empty, access: .readWrite))
    }

    @Test func `asks for the UID when the check bytes in the memory are wrong`() async throws {
        let tag = type2Tag(pages: 16, lengthField: 0x06, data: hex("0300FE"))
        tag.memory[3] = 0
        var reader = TagReader(tag, atr: type2ATR)
        #expect(try await reader.read().uid == TagUID(type2UID))
        #expect(tag.commands.count == 2)
    }

    @Test(
        arguments: [
            ("3B8F8001804F0CA000000306 03 0001 000000006A", .classic), ("3B6500002063CBA000", .unknown),
        ] as [(String, TagKind)])
    func `knows a badge by its UID alone`(atr: String, kind: TagKind) async throws {
        let badge = MemoryTag(memory: [], uid: hex("A1B2C3D4"))
        var reader = TagReader(badge, atr: ATR(hex(atr)))
        let reading = try await reader.read()
        #expect(reading == TagReading(uid: TagUID(hex("A1B2C3D4")), kind: kind, content: .unformatted, access: .proprietary))
        #expect(badge.commands == [hex("FFCA000000")])
    }

    @Test func `says that the tag has gone, whenever it goes`() async throws {
        for leavesBefore in 0..<5 {
            let tag = type2Tag(pages: 45, lengthField: 0x12, data: tlv(try deskMessage()))
            tag.largestRead = 16
            tag.leavesBefore = leavesBefore
            var reader = TagReader(tag, atr: type2ATR, capabilities: ReaderCapabilities(largestRead: 16))
            await #expect(throws: TagError.tagGone) { try await reader.read() }
        }
    }

    @Test func `says which command was refused`() async throws {
        let tag = MemoryTag(memory: [], uid: [])
        var reader = TagReader(tag, atr: type2ATR)
        await #expect(throws: TagError.refused(.readBinary(block: 0), .failed)) { try await reader.read() }
        await #expect(throws: TagError.refused(.getUID, .success)) { try await reader.identify() }
    }
}

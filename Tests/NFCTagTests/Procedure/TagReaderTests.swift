import NFCTag
import Testing

@Suite struct `Reading an address of 60 bytes` {
    /// Commands for a reader that gives at most so many bytes: at its first tag, and when it is known.
    @Test(arguments: [(256, 2, 2), (64, 2, 2), (16, 6, 5), (4, 22, 20)])
    func `takes few commands on an NTAG213`(largestRead: Int, first: Int, known: Int) async throws {
        let tag = type2Tag(pages: 45, container: "E1101200", data: hex("01 03 A0 0C 34") + tlv(try deskMessage()))
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
        let tag = type2Tag(pages: 45, container: "E1101200", data: tlv(try deskMessage()))
        tag.largestRead = 32
        tag.refusal = [0x6C, 0x20]
        var reader = TagReader(tag, atr: type2ATR)
        #expect(try await reader.read().uri == deskAddress)
        #expect(reader.capabilities.largestRead == 32)
        #expect(tag.commands.count == 4)
    }

    @Test func `takes what a reader gives when it gives less`() async throws {
        let tag = type2Tag(pages: 45, container: "E1101200", data: tlv(try deskMessage()))
        tag.largestRead = 20
        tag.shortens = true
        var reader = TagReader(tag, atr: type2ATR)
        #expect(try await reader.read().uri == deskAddress)
        #expect(reader.capabilities.largestRead == 20)
    }

    @Test(arguments: [16, 64, 256]) func `never reads past the end of a Type 2 tag`(largestRead: Int) async throws {
        let full = NDEFMessage(try NDEFRecord(.unknown, payload: Array(repeating: 7, count: 43)))
        for data in [tlv(full), hex("0300FE"), [], hex("03 40")] {
            let tag = type2Tag(pages: 16, container: "E1100600", data: data)
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
        let tag = MemoryTag(.type5, memory: padded(hex("E1400D01 0300FE"), to: 112), uid: type5UID.reversed())
        var reader = TagReader(tag, atr: type5ATR)
        #expect(try await reader.read() == TagReading(uid: TagUID(type5UID), kind: .type5, content: .empty, access: .readWrite))
    }

    @Test func `asks for as many bytes of UID as the reader wants`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1400D01", data: hex("0300FE"))
        tag.wantsExactLength = true
        let reader = TagReader(tag, atr: type5ATR)
        #expect(try await reader.identify() == TagUID(type5UID))
    }

    @Test func `asks for the UID when the check bytes in the memory are wrong`() async throws {
        let tag = type2Tag(pages: 16, container: "E1100600", data: hex("0300FE"))
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
        let badge = MemoryTag(.type2, memory: [], uid: hex("A1B2C3D4"))
        var reader = TagReader(badge, atr: ATR(hex(atr)))
        let reading = try await reader.read()
        #expect(reading == TagReading(uid: TagUID(hex("A1B2C3D4")), kind: kind, content: .unformatted, access: .proprietary))
        #expect(badge.commands == [hex("FFCA000000")])
    }

    @Test func `takes a nameless card of type A that has no pages for a badge`() async throws {
        let badge = MemoryTag(.type2, memory: [], uid: hex("A1B2C3D4"))
        var reader = TagReader(badge, atr: ATR(hex("3B8F8001804F0CA000000306 03 FF28 0000000000")))
        #expect(try await reader.read().uid == TagUID(hex("A1B2C3D4")))
    }

    @Test func `says that the tag has gone, whenever it goes`() async throws {
        for leavesAt in 0..<5 {
            let tag = type2Tag(pages: 45, container: "E1101200", data: tlv(try deskMessage()))
            tag.largestRead = 16
            tag.leavesAt = leavesAt
            var reader = TagReader(tag, atr: type2ATR, capabilities: ReaderCapabilities(largestRead: 16))
            await #expect(throws: TagError.tagGone) { try await reader.read() }
        }
    }

    @Test func `says which command was refused`() async throws {
        let tag = MemoryTag(.type2, memory: [], uid: [])
        var reader = TagReader(tag, atr: type2ATR)
        await #expect(throws: TagError.refused(.readBinary(block: 0), .failed)) { try await reader.read() }
        await #expect(throws: TagError.refused(.getUID, .success)) { try await reader.identify() }
    }
}

@Suite struct `Reading by frames` {
    /// UID, start, protocol, frames, end; the first tag shows besides that the reader knows no READ BINARY.
    @Test(arguments: [(MemoryTag.Technology.type2, 6, 5), (.type5, 6, 5)])
    func `takes few commands`(technology: MemoryTag.Technology, first: Int, known: Int) async throws {
        let data = tlv(try deskMessage())
        let tag =
            technology == .type2
            ? type2Tag(pages: 45, container: "E1101200", data: data) : type5Tag(blocks: 28, container: "E1400D01", data: data)
        tag.takesBinary = false
        tag.takesFrames = true
        var reader = TagReader(tag, atr: tag.atr)
        #expect(try await reader.read().uri == deskAddress)
        #expect(tag.commands.count == first)
        #expect(reader.capabilities.memoryWay == .frames)
        tag.comeBack()
        var again = TagReader(tag, atr: tag.atr, capabilities: reader.capabilities)
        #expect(try await again.read().uri == deskAddress)
        #expect(tag.commands.count == known)
        #expect(!tag.isInSession)
    }

    @Test func `wakes a Type 2 tag that knows no FAST_READ`() async throws {
        let tag = type2Tag(pages: 48, container: "E1101200", data: tlv(try deskMessage()))
        (tag.takesBinary, tag.takesFrames, tag.knowsFastRead) = (false, true, false)
        var reader = TagReader(tag, atr: tag.atr)
        #expect(try await reader.read().uri == deskAddress)
        tag.comeBack()
        var writer = TagWriter(tag, atr: tag.atr, capabilities: reader.capabilities)
        _ = try await writer.write(message(bytes: 100))
        #expect(tag.content == .message(try message(bytes: 100)))
    }

    @Test(arguments: [1, 3, 4, 16]) func `asks a Type 5 tag for fewer blocks where it says no`(mostBlocks: Int) async throws {
        let tag = type5Tag(blocks: 28, container: "E1400E01", data: tlv(try message(bytes: 100)))
        tag.takesBinary = false
        tag.takesFrames = true
        tag.mostBlocks = mostBlocks
        var reader = TagReader(tag, atr: tag.atr)
        #expect(try await reader.read().content == .message(try message(bytes: 100)))
    }

    @Test(arguments: [8, 32]) func `learns the size of blocks`(blockSize: Int) async throws {
        for isByFrames in [true, false] {
            let tag = type5Tag(
                blocks: 32, container: "E1401F00", data: tlv(try message(bytes: 150)), blockSize: blockSize)
            tag.takesBinary = !isByFrames
            tag.takesFrames = isByFrames
            var reader = TagReader(tag, atr: tag.atr)
            #expect(try await reader.read().content == .message(try message(bytes: 150)))
        }
    }

    @Test func `ends the session when the tag fails`() async throws {
        let tag = type5Tag(blocks: 2, container: "E1400D01", data: hex("03 FF 0100"))
        tag.takesBinary = false
        tag.takesFrames = true
        tag.mostBlocks = 0
        var reader = TagReader(tag, atr: tag.atr)
        await #expect(throws: TagError.refusedByTag(.readBinary(block: 0), .unknown)) { try await reader.read() }
        #expect(tag.commands.last == hex("FFC20000028200"))
    }
}

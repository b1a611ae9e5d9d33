import Attendance
import NFCTag
import Testing
import VirtualReader

@Suite struct `Reading an address of 60 bytes` {
    /// The number of commands with a reader of this maximum read size: for its first tag, and for later tags.
    @Test(arguments: [(256, 2, 2), (64, 2, 2), (16, 6, 5), (4, 22, 20)])
    func `Reading 60 bytes takes few commands on an NTAG213`(largestRead: Int, first: Int, known: Int) async throws {
        let tag = type2Tag(pages: 45, container: "E1101200", data: hex("01 03 A0 0C 34") + tlv(try deskMessage()))
        try await expect(tag, type2ATR, largestRead: largestRead, commands: (first, known), access: .readWrite)
    }

    @Test(arguments: [(256, 2, 2), (64, 2, 2), (16, 6, 5), (4, 19, 17)])
    func `Reading 60 bytes takes few commands on an ICODE SLIX`(largestRead: Int, first: Int, known: Int) async throws {
        let tag = type5Tag(blocks: 28, container: "E1430D01", data: tlv(try deskMessage()))
        try await expect(tag, type5ATR, largestRead: largestRead, commands: (first, known), access: .readOnly)
    }

    @Test(arguments: [(256, 3, 3), (64, 3, 3), (16, 7, 6), (4, 20, 18)])
    func `Reading 60 bytes takes few commands on an ST25DV64K`(largestRead: Int, first: Int, known: Int) async throws {
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
        #expect(reading.uid == UID(tag.uid))
        #expect(reading.access == access)
        #expect(tag.commands.count == commands.first)
        var second = TagReader(tag, atr: atr, capabilities: first.capabilities)
        #expect(try await second.read() == reading)
        #expect(tag.commands.count == commands.first + commands.known)
    }
}

@Suite struct `Tag reader` {
    @Test func `A read is repeated with the exact length that the reader requires`() async throws {
        let tag = type2Tag(pages: 45, container: "E1101200", data: tlv(try deskMessage()))
        tag.largestRead = 32
        tag.refusal = [0x6C, 0x20]
        var reader = TagReader(tag, atr: type2ATR)
        #expect(try await reader.read().uri == deskAddress)
        #expect(reader.capabilities.largestRead == 32)
        #expect(tag.commands.count == 4)
    }

    @Test func `A read continues after a reader returns fewer bytes than requested`() async throws {
        let tag = type2Tag(pages: 45, container: "E1101200", data: tlv(try deskMessage()))
        tag.largestRead = 20
        tag.shortens = true
        var reader = TagReader(tag, atr: type2ATR)
        #expect(try await reader.read().uri == deskAddress)
        #expect(reader.capabilities.largestRead == 20)
    }

    @Test(arguments: [16, 64, 256]) func `A Type 2 tag is never read past its end`(largestRead: Int) async throws {
        let full = NDEFMessage(try NDEFRecord(.unknown, payload: Array(repeating: 7, count: 43)))
        for data in [tlv(full), hex("0300FE"), [], hex("03 40")] {
            let tag = type2Tag(pages: 16, container: "E1100600", data: data)
            tag.largestRead = largestRead
            var reader = TagReader(tag, atr: type2ATR)
            _ = try await reader.read()
            #expect(!tag.isHalted)
        }
    }

    @Test func `The end of a Type 5 chip ends a data area that is too large`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1400E01", data: [])
        var reader = TagReader(tag, atr: type5ATR)
        #expect(try await reader.read().content == .unformatted)
        #expect(reader.capabilities.largestRead == nil)
    }

    @Test func `A Type 5 tag that declares more than it holds is damaged`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1403001", data: hex("03 FF 0100"))
        var reader = TagReader(tag, atr: type5ATR)
        #expect(try await reader.read().content == .damaged(.memoryEnds(at: 112)))
    }

    @Test func `A UID in transmission order is reversed`() async throws {
        let tag = MemoryTag(.type5, memory: padded(hex("E1400D01 0300FE"), to: 112), uid: type5UID.reversed())
        var reader = TagReader(tag, atr: type5ATR)
        #expect(try await reader.read() == TagReading(uid: UID(type5UID), kind: .type5, content: .empty, access: .readWrite))
    }

    @Test func `Reading the UID uses the exact length that the reader requires`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1400D01", data: hex("0300FE"))
        tag.wantsExactLength = true
        let reader = TagReader(tag, atr: type5ATR)
        #expect(try await reader.identify() == UID(type5UID))
    }

    @Test func `The UID is read from the reader if its check bytes in the memory are wrong`() async throws {
        let tag = type2Tag(pages: 16, container: "E1100600", data: hex("0300FE"))
        tag.memory[3] = 0
        var reader = TagReader(tag, atr: type2ATR)
        #expect(try await reader.read().uid == UID(type2UID))
        #expect(tag.commands.count == 2)
    }

    @Test(
        arguments: [
            ("3B8F8001804F0CA000000306 03 0001 000000006A", .classic), ("3B6500002063CBA000", .unknown),
        ] as [(String, TagKind)])
    func `Reading a badge sends one command and returns the UID`(atr: String, kind: TagKind) async throws {
        let badge = MemoryTag(.type2, memory: [], uid: hex("A1B2C3D4"))
        var reader = TagReader(badge, atr: ATR(hex(atr)))
        let reading = try await reader.read()
        #expect(reading == TagReading(uid: UID(hex("A1B2C3D4")), kind: kind, content: .unformatted, access: .proprietary))
        #expect(badge.commands == [hex("FFCA000000")])
    }

    @Test func `A type A card without name and pages is read as a badge`() async throws {
        let badge = MemoryTag(.type2, memory: [], uid: hex("A1B2C3D4"))
        var reader = TagReader(badge, atr: ATR(hex("3B8F8001804F0CA000000306 03 FF28 0000000000")))
        #expect(try await reader.read().uid == UID(hex("A1B2C3D4")))
    }

    @Test func `A tag removed at any command gives the error tagGone`() async throws {
        for leavesAt in 0..<5 {
            let tag = type2Tag(pages: 45, container: "E1101200", data: tlv(try deskMessage()))
            tag.largestRead = 16
            tag.leavesAt = leavesAt
            var reader = TagReader(tag, atr: type2ATR, capabilities: ReaderCapabilities(largestRead: 16))
            await #expect(throws: TagError.tagGone) { try await reader.read() }
        }
    }

    @Test func `The error of a refused read contains the command`() async throws {
        let tag = MemoryTag(.type2, memory: [], uid: [])
        var reader = TagReader(tag, atr: type2ATR)
        await #expect(throws: TagError.refused(.readBinary(block: 0), .failed)) { try await reader.read() }
        await #expect(throws: TagError.refused(.getUID, .success)) { try await reader.identify() }
    }
}

@Suite struct `Reading by frames` {
    /// UID, start, protocol, frames, end. With the first tag, one command shows that the reader does not support READ
    /// BINARY.
    @Test(arguments: [(MemoryTag.Technology.type2, 6, 5), (.type5, 6, 5)])
    func `Reading by frames takes few commands`(technology: MemoryTag.Technology, first: Int, known: Int) async throws {
        let data = tlv(try deskMessage())
        let tag =
            technology == .type2
            ? type2Tag(pages: 45, container: "E1101200", data: data) : type5Tag(blocks: 28, container: "E1400D01", data: data)
        tag.takesBinary = false
        tag.takesFrames = true
        var reader = TagReader(tag, atr: tag.atr)
        #expect(try await reader.read().uri == deskAddress)
        #expect(tag.commands.count == first)
        #expect(reader.capabilities.accessMethod == .frames)
        tag.comeBack()
        var again = TagReader(tag, atr: tag.atr, capabilities: reader.capabilities)
        #expect(try await again.read().uri == deskAddress)
        #expect(tag.commands.count == known)
        #expect(!tag.isInSession)
    }

    @Test func `A Type 2 tag without FAST_READ is reactivated and read`() async throws {
        let tag = type2Tag(pages: 48, container: "E1101200", data: tlv(try deskMessage()))
        (tag.takesBinary, tag.takesFrames, tag.knowsFastRead) = (false, true, false)
        var reader = TagReader(tag, atr: tag.atr)
        #expect(try await reader.read().uri == deskAddress)
        tag.comeBack()
        var writer = TagWriter(tag, atr: tag.atr, capabilities: reader.capabilities)
        _ = try await writer.write(message(bytes: 100))
        #expect(tag.content == .message(try message(bytes: 100)))
    }

    @Test(arguments: [1, 3, 4, 16]) func `A Type 5 tag that refuses a read is read in fewer blocks per command`(maxBlocks: Int)
        async throws
    {
        let tag = type5Tag(blocks: 28, container: "E1400E01", data: tlv(try message(bytes: 100)))
        tag.takesBinary = false
        tag.takesFrames = true
        tag.maxBlocks = maxBlocks
        var reader = TagReader(tag, atr: tag.atr)
        #expect(try await reader.read().content == .message(try message(bytes: 100)))
    }

    @Test(arguments: [8, 32]) func `Reading by frames detects the block size`(blockSize: Int) async throws {
        for isByFrames in [true, false] {
            let tag = type5Tag(
                blocks: 32, container: "E1401F00", data: tlv(try message(bytes: 150)), blockSize: blockSize)
            tag.takesBinary = !isByFrames
            tag.takesFrames = isByFrames
            var reader = TagReader(tag, atr: tag.atr)
            #expect(try await reader.read().content == .message(try message(bytes: 150)))
        }
    }

    @Test func `The transparent session ends if the tag fails`() async throws {
        let tag = type5Tag(blocks: 2, container: "E1400D01", data: hex("03 FF 0100"))
        tag.takesBinary = false
        tag.takesFrames = true
        tag.maxBlocks = 0
        var reader = TagReader(tag, atr: tag.atr)
        await #expect(throws: TagError.refusedByTag(.readBinary(block: 0), .unknown)) { try await reader.read() }
        #expect(tag.commands.last == hex("FFC20000028200"))
    }
}

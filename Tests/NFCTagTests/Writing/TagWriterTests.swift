import Attendance
import NFCTag
import Testing
import VirtualReader

@Suite struct `Tag writer` {
    static func writer(_ tag: MemoryTag) -> TagWriter<MemoryTag> { TagWriter(tag, atr: tag.atr) }

    /// Length 0, every block that differs, the length: 15 blocks for 60 bytes, the first of them twice.
    @Test(arguments: [MemoryTag.Technology.type2, .type5]) func `Writing a message writes each block once and the first twice`(
        technology: MemoryTag.Technology
    ) async throws {
        let old = tlv(try message(bytes: 57))
        let tag =
            technology == .type2
            ? type2Tag(pages: 45, container: "E1101200", data: old) : type5Tag(blocks: 28, container: "E1400D01", data: old)
        var writer = Self.writer(tag)
        #expect(try await writer.write(deskMessage()).writes == 16)
        #expect(tag.content == .message(try deskMessage()))
        #expect(tag.commands.count { $0[1] == 0xD6 } == 16)
    }

    @Test func `Writing a message writes only blocks that differ`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1400D01", data: tlv(try deskMessage()))
        var writer = Self.writer(tag)
        let other = NDEFMessage(try URIRecord(String(deskAddress.dropLast(1)) + "s").record)
        // Length 0, the block with the last letter, the length.
        #expect(try await writer.write(other).writes == 3)
        #expect(tag.content == .message(other))
    }

    @Test func `A change within the first block takes one write`() async throws {
        let tag = type2Tag(pages: 45, container: "E1101200", data: tlv(try .init(NDEFRecord(.unknown))))
        var writer = Self.writer(tag)
        #expect(try await writer.write(.init(.empty)).writes == 1)
        #expect(tag.content == .message(.init(.empty)))
    }

    @Test func `Writing a message that is too long reports the missing bytes`() async throws {
        let ultralight = type2Tag(pages: 16, container: "E1100600", data: hex("0300FE"))
        let claimsTooMuch = type5Tag(blocks: 8, container: "E1400D01", data: hex("0300FE"))
        for (tag, missing) in [(ultralight, 59 - 48), (claimsTooMuch, 63 - 32)] {
            var writer = Self.writer(tag)
            await #expect(throws: TagError.tooSmall(missing: missing)) { try await writer.write(deskMessage()) }
            #expect(tag.content == .empty)
        }
    }

    /// An NTAG I2C of 2 KiB has its later pages in another sector, with page numbers that start again at 0.
    @Test func `Frames never write past page 255 of a Type 2 tag`() async throws {
        let tag = type2Tag(pages: 512, container: "E110EA00", data: tlv(try deskMessage()))
        (tag.takesBinary, tag.takesFrames) = (false, true)
        let memory = tag.memory
        var writer = Self.writer(tag)
        await #expect(throws: TagError.unsupported) { try await writer.write(message(bytes: 1200)) }
        #expect(tag.memory == memory)
        #expect(try await writer.write(message(bytes: 900)).writes > 200)
        #expect(tag.content == .message(try message(bytes: 900)))
    }

    @Test func `A message can fill a tag to its last byte`() async throws {
        let ultralight = type2Tag(pages: 16, container: "E1100600", data: hex("0300FE"))
        var writer = Self.writer(ultralight)
        _ = try await writer.write(message(bytes: 46))
        #expect(ultralight.content == .message(try message(bytes: 46)))
    }

    @Test(arguments: ["E110120F", "E110120A"]) func `A write-protected tag is not written`(container: String) async throws {
        let tag = type2Tag(pages: 45, container: container, data: tlv(try message(bytes: 10)))
        var writer = Self.writer(tag)
        await #expect(throws: TagError.writeProtected) { try await writer.write(deskMessage()) }
        #expect(try await writer.write(message(bytes: 10)).writes == 0)
        #expect(!tag.commands.contains { $0[1] == 0xD6 })
    }

    @Test func `A tag other than the expected one is refused`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1400D01", data: hex("0300FE00"))
        var writer = Self.writer(tag)
        await #expect(throws: TagError.otherTag(UID(type5UID))) {
            try await writer.write(deskMessage(), expecting: UID(hex("E004015012345679")))
        }
        #expect(tag.commands == [hex("FFCA000000")])
        #expect(try await writer.write(deskMessage(), expecting: UID(type5UID)).uid == UID(type5UID))
    }

    @Test func `An unformatted tag is formatted only on request`() async throws {
        let tag = type5Tag(blocks: 28, container: "", data: [])
        var writer = Self.writer(tag)
        await #expect(throws: TagError.unformatted) { try await writer.write(deskMessage()) }
        #expect(try await writer.format().writes == 2)
        #expect(tag.memory.starts(with: hex("E1400D01 0300FE00")))
    }

    @Test(arguments: [
        (28, 4, "E1400D01 0300FE00"), (80, 4, "E1402701 0300FE00"), (128, 4, "E1403F01 0300FE00"),
        (512, 4, "E240FF01 0300FE00"), (2048, 4, "E2400001 000003FF 0300FE00"), (256, 8, "E140FF01 0300FE00"),
    ])
    func `Formatting uses the chip's size`(blocks: Int, blockSize: Int, image: String) async throws {
        let tag = type5Tag(blocks: blocks, container: "", data: [], blockSize: blockSize)
        tag.takesFrames = true
        var writer = Self.writer(tag)
        _ = try await writer.format()
        #expect(tag.memory.starts(with: hex(image)))
    }

    @Test(arguments: [28, 64, 65, 80, 128, 200, 256])
    func `Formatting finds the chip's size by reading if the reader passes no frames`(blocks: Int) async throws {
        let tag = type5Tag(blocks: blocks, container: "", data: [])
        var writer = Self.writer(tag)
        _ = try await writer.format()
        #expect(tag.memory[2] == UInt8((blocks * 4 - 4) / 8))
    }

    @Test func `A damaged structure is replaced only by a forced format`() async throws {
        let length = type2Tag(pages: 45, container: "E1101200", data: hex("01 03 A0 0C 34 03 FF FFFF"))
        let message = type5Tag(blocks: 28, container: "E1400D01", data: hex("03 02 D101 FE"))
        let container = type5Tag(blocks: 28, container: "E1800D01", data: hex("03 02 D101 FE"))
        for tag in [length, message, container] {
            guard case .damaged(let damage)? = tag.content else {
                Issue.record("not damaged")
                return
            }
            var writer = Self.writer(tag)
            await #expect(throws: TagError.damaged(damage)) { try await writer.format() }
            _ = try await writer.format(force: true)
            #expect(tag.content == .empty)
        }
        #expect(length.memory[16..<24] == hex("01 03 A0 0C 34 03 00 FE")[...])
    }

    @Test func `An unreadable message is overwritten`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1400D01", data: hex("03 02 D101 FE"))
        var writer = Self.writer(tag)
        _ = try await writer.write(deskMessage())
        #expect(tag.content == .message(try deskMessage()))
    }

    @Test func `Formatting fails if it would have to clear one-time programmable bits`() async throws {
        let tag = type2Tag(pages: 16, container: "01020304", data: [])
        var writer = Self.writer(tag)
        await #expect(throws: TagError.containerNotCorrectable) { try await writer.format() }
        #expect(!tag.commands.contains { $0[1] == 0xD6 })
    }

    @Test func `The old message is restored if the tag refuses a block`() async throws {
        let old = try message(bytes: 50)
        for locked in 1..<16 {
            let tag = type5Tag(blocks: 28, container: "E1400D01", data: tlv(old))
            tag.locked = [locked]
            var writer = Self.writer(tag)
            await #expect(throws: TagError.refused(.updateBinary(block: locked), .failed)) {
                try await writer.write(deskMessage())
            }
            #expect(tag.content == .message(old))
        }
    }

    @Test func `Erasing overwrites the message with zeros`() async throws {
        let tag = type2Tag(pages: 45, container: "E1101200", data: tlv(try deskMessage()))
        var writer = Self.writer(tag)
        _ = try await writer.erase()
        #expect(tag.content == .empty)
        #expect(tag.memory[16...] == padded(hex("0300FE"), to: 45 * 4 - 16)[...])
    }

    @Test(
        arguments: [
            (16, "E1100600", nil, nil), (45, "E1101200", 0x28, "FF0F3F00"), (135, "E1103E00", 0x82, "FF000F00"),
            (231, "E1106D00", 0xE2, "FF3F7F00"),
        ] as [(Int, String, Int?, String?)])
    func `Locking a Type 2 tag sets its container and all lock bits`(pages: Int, container: String, page: Int?, bits: String?)
        async throws
    {
        let tag = type2Tag(pages: pages, container: container, data: tlv(try message(bytes: 40)))
        var writer = Self.writer(tag)
        let writes = page == nil ? 2 : 3
        #expect(try await writer.lock().writes == writes)
        #expect(tag.memory[10..<16] == hex("FFFF \(container.dropLast(2))0F")[...])
        if let page, let bits { #expect(tag.memory[page * 4..<page * 4 + 4] == hex(bits)[...]) }
        #expect(tag.content == .message(try message(bytes: 40)))
        #expect(try await writer.lock().writes == 0)
        await #expect(throws: TagError.writeProtected) { try await writer.write(message(bytes: 30)) }
    }

    /// NTAG212 in its delivery state; then locks that begin in the middle of a page and extend into the next.
    @Test(
        arguments: [
            ("01 03 90 0A 34", 0x24, "FF030000", nil), ("01 03 92 14 04", 0x24, "0000FFFF", "0F000000"),
            ("01 03 90 03 04 01 03 91 09 04", 0x24, "07FF0100", nil),
        ] as [(String, Int, String, String?)])
    func `Locking a Type 2 tag sets the lock bits of its control TLVs`(control: String, page: Int, bits: String, next: String?)
        async throws
    {
        let tag = type2Tag(pages: 41, container: "E1101000", data: hex(control) + tlv(try message(bytes: 40)))
        var writer = Self.writer(tag)
        #expect(try await writer.lock().writes == (next == nil ? 3 : 4))
        #expect(tag.memory[page * 4..<page * 4 + 8] == (hex(bits) + hex(next ?? "00000000"))[...])
        #expect(tag.memory[10..<16] == hex("FFFF E110100F")[...])
        #expect(tag.content == .message(try message(bytes: 40)))
    }

    /// No lock control TLV, or one beyond the 256 addressable pages.
    @Test(arguments: ["", "01 03 90 0A 38"])
    func `A large Type 2 tag with unknown lock bits is not locked`(control: String) async throws {
        let tag = type2Tag(pages: 64, container: "E1101800", data: hex(control) + tlv(try message(bytes: 40)))
        var writer = Self.writer(tag)
        await #expect(throws: TagError.unknownLockBits) { try await writer.lock() }
        #expect(!tag.commands.contains { $0[1] == 0xD6 })
    }

    @Test func `Every block of a Type 5 tag is locked, also after a removal`() async throws {
        for leavesAt in [.max] + Array(0..<20) {
            let tag = type5Tag(blocks: 28, container: "E1400D01", data: tlv(try deskMessage()))
            tag.takesFrames = true
            tag.leavesAt = leavesAt
            var writer = Self.writer(tag)
            _ = try? await writer.lock()
            #expect(tag.content == .message(try deskMessage()))
            tag.comeBack()
            _ = try await writer.lock()
            #expect(tag.memory.starts(with: hex("E1430D01")))
            #expect(tag.locked == Set(0..<27))
        }
    }

    @Test func `A Type 5 tag is not locked if the reader passes no frames`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1400D01", data: tlv(try deskMessage()))
        var writer = Self.writer(tag)
        await #expect(throws: TagError.refused(.transparentSession, .functionNotSupported)) { try await writer.lock() }
        #expect(tag.memory.starts(with: hex("E1400D01")))
    }

    @Test func `A badge is not written`() async throws {
        let badge = MemoryTag(.type2, memory: [], uid: hex("A1B2C3D4"))
        var writer = TagWriter(badge, atr: ATR(hex("3B8F8001804F0CA000000306 03 0001 000000006A")))
        await #expect(throws: TagError.unsupported) { try await writer.write(deskMessage()) }
        #expect(badge.commands.isEmpty)
    }
}

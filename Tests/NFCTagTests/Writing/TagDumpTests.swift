import Attendance
import NFCTag
import Testing
import VirtualReader

@Suite struct `Tag dump` {
    static func pairs() throws -> [(@Sendable () throws -> MemoryTag, @Sendable () throws -> MemoryTag)] {
        let address = tlv(try deskMessage())
        let long = tlv(try message(bytes: 80))
        return [
            (
                { type2Tag(pages: 45, container: "E1101200", data: address) },
                { type2Tag(pages: 45, container: "E1101200", data: long) }
            ),
            (
                { type2Tag(pages: 45, container: "E1101200", data: hex("0300FE")) },
                { type2Tag(pages: 45, container: "E1101200", data: long) }
            ),
            (
                { type5Tag(blocks: 28, container: "E1400D01", data: address) },
                { type5Tag(blocks: 28, container: "E1400D01", data: long) }
            ),
            (
                { type5Tag(blocks: 28, container: "E1400D01", data: address) },
                { type5Tag(blocks: 28, container: "", data: hex("010203")) }
            ),
            (
                { type5Tag(blocks: 2048, container: "E2400001 000003FF", data: address) },
                { type5Tag(blocks: 2048, container: "E2400001 000003FF", data: long) }
            ),
            (
                { type5Tag(blocks: 32, container: "E1401F00", data: address, blockSize: 8) },
                { type5Tag(blocks: 32, container: "E1401F00", data: long, blockSize: 8) }
            ),
        ]
    }

    @Test(arguments: try pairs().indices) func `A dump is restored to the same memory, also after a removal`(index: Int)
        async throws
    {
        let (source, destination) = try Self.pairs()[index]
        let original = try source()
        var reader = TagWriter(original, atr: original.atr)
        let dump = try await reader.dump()
        let isType2 = original.technology == .type2
        #expect(dump.bytes == Array(original.memory.prefix(isType2 ? 160 : .max)))
        #expect(dump.blockSize == original.blockSize)

        let whole = try destination()
        let old = whole.content
        var writer = TagWriter(whole, atr: whole.atr)
        #expect(try await writer.restore(dump.bytes).writes > 0)
        #expect(whole.memory == original.memory)
        #expect(try await writer.restore(dump.bytes).writes == 0)
        let step = max(1, whole.commands.count / 60)
        for lastCommand in stride(from: 0, to: whole.commands.count, by: step) {
            for isLastDone in [false, true] {
                let tag = try destination()
                tag.leavesAt = lastCommand
                tag.doesLastCommand = isLastDone
                var cut = TagWriter(tag, atr: tag.atr)
                _ = try? await cut.restore(dump.bytes)
                #expect([old, .empty, original.content].contains(tag.content))
                tag.comeBack()
                var again = TagWriter(tag, atr: tag.atr)
                _ = try await again.restore(dump.bytes)
                #expect(tag.memory == original.memory)
            }
        }
    }

    @Test func `A dump of a memory without NDEF is restored`() async throws {
        let tag = type5Tag(blocks: 28, container: "", data: Array(1...112))
        var writer = TagWriter(tag, atr: tag.atr)
        let dump = try await writer.dump()
        #expect(dump.bytes == Array(1...112))
        #expect(dump.withBlocksReversed.bytes.starts(with: [4, 3, 2, 1, 8, 7, 6, 5]))
        #expect(dump.withBlocksReversed.withBlocksReversed == dump)
        tag.memory = Array(repeating: 0, count: 112)
        #expect(try await writer.restore(dump.bytes).writes == 28)
        #expect(tag.memory == Array(1...112))
    }

    @Test func `A dump that is larger than the tag is refused before the first write`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1400D01", data: hex("0300FE"))
        var writer = TagWriter(tag, atr: tag.atr)
        await #expect(throws: TagError.tooSmall(missing: 8)) { try await writer.restore(Array(repeating: 1, count: 120)) }
        #expect(tag.content == .empty)
    }
}

@Suite struct `Tag dump restored to its own tag` {
    private static func type5(_ blocks: Int = 28, blockSize: Int = 4) throws -> MemoryTag {
        type5Tag(blocks: blocks, container: "E1400D01", data: tlv(try deskMessage()), blockSize: blockSize)
    }

    private static func type2() throws -> MemoryTag {
        type2Tag(pages: 45, container: "E1101200", data: tlv(try deskMessage()))
    }

    @Test func `A dump is refused on another tag, kind or size before the first write`() async throws {
        let tag = try Self.type5()
        var writer = TagWriter(tag, atr: tag.atr)
        let dump = try await writer.dump()
        let otherUID = try Self.type5()
        otherUID.uid = hex("E004015012345679")
        let cases: [(MemoryTag, DumpMismatch)] = [
            (otherUID, .uid(dump: UID(type5UID), tag: UID(otherUID.uid))),
            (try Self.type2(), .kind(dump: .type5, tag: .type2)),
            (try Self.type5(80), .size(dump: 112, tag: 116)),
            (try Self.type5(20), .size(dump: 112, tag: 80)),
            (try Self.type5(28, blockSize: 8), .blockSize(dump: 4, tag: 8)),
        ]
        for (other, mismatch) in cases {
            if other.uid.count == 8, other !== otherUID { other.uid = type5UID }
            let before = other.memory
            // The reader reports the block size.
            other.takesFrames = other.blockSize == 8
            other.takesBinary = other.blockSize == 4
            var writer = TagWriter(other, atr: other.atr)
            await #expect(throws: TagError.dumpDoesNotFit(mismatch)) { try await writer.restore(dump) }
            #expect(other.memory == before)
        }
        #expect(try await writer.restore(dump).writes == 0)
    }

    @Test func `A dump is refused on a Type 2 tag with another data area`() async throws {
        let tag = try Self.type2()
        var writer = TagWriter(tag, atr: tag.atr)
        var dump = try await writer.dump()
        #expect(dump.bytes.count == 160 && dump.omission != nil)
        #expect(try await writer.restore(dump).writes == 0)
        dump.bytes.removeLast(4)
        await #expect(throws: TagError.dumpDoesNotFit(.size(dump: 156, tag: 160))) { try await writer.restore(dump) }
    }

    /// Lock bits in the middle of the data area: bits set in the dump, and bits set since.
    @Test func `Restoring a dump sets no lock bits`() async throws {
        let data = hex("01 03 A0 0C 34") + tlv(try deskMessage())
        let tag = type2Tag(pages: 64, container: "E1101C00", data: data)
        var writer = TagWriter(tag, atr: tag.atr)
        var dump = try await writer.dump()
        dump.bytes[0xA0] = 0xFF
        let before = tag.memory
        #expect(try await writer.restore(dump).writes == 0)
        #expect(tag.memory == before)
    }

    @Test func `A Type 4 tag's NDEF file is dumped and restored, also after a removal`() async throws {
        let source = FileTag(message: try deskMessage())
        source.file.replaceSubrange(200..<203, with: [1, 2, 3])
        var writer = TagWriter(source, atr: type4ATR)
        let dump = try await writer.dump()
        #expect(dump.bytes == source.file && dump.kind == .type4)
        func destination() throws -> FileTag { FileTag(message: try message(bytes: 90)) }
        let whole = try destination()
        writer = TagWriter(whole, atr: type4ATR)
        #expect(try await writer.restore(dump).writes > 0)
        #expect(whole.file == source.file)
        #expect(try await writer.restore(dump).writes == 0)
        for lastCommand in 0..<whole.commands.count {
            for isLastDone in [false, true] {
                let tag = try destination()
                let old = tag.content
                tag.leavesAt = lastCommand
                tag.doesLastCommand = isLastDone
                var cut = TagWriter(tag, atr: type4ATR)
                _ = try? await cut.restore(dump)
                #expect([old, .empty, source.content].contains(tag.content))
                tag.comeBack()
                var again = TagWriter(tag, atr: type4ATR)
                _ = try await again.restore(dump)
                #expect(tag.file == source.file)
            }
        }
        var short = dump
        short.bytes.removeLast()
        await #expect(throws: TagError.dumpDoesNotFit(.size(dump: 255, tag: 256))) { try await writer.restore(short) }
        #expect(try await writer.restore(Array(short.bytes)).writes == 0)
        await #expect(throws: TagError.tooSmall(missing: 1)) { try await writer.restore(dump.bytes + [0]) }
    }
}

@Suite struct `Reader model` {
    @Test(
        arguments: [
            ("ACS ACR122U PICC Interface 00 00", false, 16), ("ACS ACR1552 1S CL Reader PICC 0", true, nil),
            ("HID Global OMNIKEY 5422 Smartcard Reader [OMNIKEY 5422CL] 00 00", true, nil),
        ] as [(String, Bool?, Int?)])
    func `A reader model is found by a part of the reader's name`(name: String, detectsType5: Bool?, largestRead: Int?) throws {
        let model = try #require(ReaderModel.named(name))
        #expect(model.detectsType5 == detectsType5)
        #expect(model.capabilities.largestRead == largestRead)
        #expect(model.isContactless)
    }

    @Test func `SAM slots and unknown readers are distinguished from contactless models`() {
        #expect(ReaderModel.named("ACS ACR1252 1S CL Reader [ACR1252 Reader SAM] 01 00")?.isContactless == false)
        #expect(ReaderModel.named("ACS ACR1252 1S CL Reader [ACR1252 Reader PICC] 00 00") == nil)
        #expect(ReaderModel.named("Virtual PCD 00 00") == nil)
        #expect(ReaderModel.named("Samsung Multi Reader 00 00") == nil)
        #expect(ReaderModel.named("ACS ACR1225 00 00") == nil)
        #expect(ReaderModel.named("SONY FeliCa RC-S300/P 00 00")?.capabilities.restartsField == true)
    }
}

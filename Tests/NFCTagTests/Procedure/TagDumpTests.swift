import NFCTag
import Testing

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

    @Test(arguments: try pairs().indices) func `restores what it read, also after the tag was lifted`(index: Int) async throws {
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

    @Test func `keeps bytes that are no NDEF`() async throws {
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

    @Test func `larger than the tag is refused before anything is written`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1400D01", data: hex("0300FE"))
        var writer = TagWriter(tag, atr: tag.atr)
        await #expect(throws: TagError.tooSmall(missing: 8)) { try await writer.restore(Array(repeating: 1, count: 120)) }
        #expect(tag.content == .empty)
    }
}

@Suite struct `Reader model` {
    @Test(
        arguments: [
            ("ACS ACR122U PICC Interface 00 00", false, 16), ("ACS ACR1552 1S CL Reader PICC 0", true, nil),
            ("HID Global OMNIKEY 5422 Smartcard Reader [OMNIKEY 5422CL] 00 00", true, nil),
        ] as [(String, Bool?, Int?)])
    func `is found by a part of the reader's name`(name: String, seesType5: Bool?, largestRead: Int?) throws {
        let model = try #require(ReaderModel.named(name))
        #expect(model.seesType5 == seesType5)
        #expect(model.capabilities.largestRead == largestRead)
        #expect(model.isContactless)
    }

    @Test func `tells slots for contact cards apart`() {
        #expect(ReaderModel.named("ACS ACR1252 1S CL Reader [ACR1252 Reader SAM] 01 00")?.isContactless == false)
        #expect(ReaderModel.named("ACS ACR1252 1S CL Reader [ACR1252 Reader PICC] 00 00") == nil)
        #expect(ReaderModel.named("Virtual PCD 00 00") == nil)
        #expect(ReaderModel.named("Samsung Multi Reader 00 00") == nil)
        #expect(ReaderModel.named("ACS ACR1225 00 00") == nil)
        #expect(ReaderModel.named("SONY FeliCa RC-S300/P 00 00")?.capabilities.restartsField == true)
    }
}

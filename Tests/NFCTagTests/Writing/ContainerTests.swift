import NFCTag
import Testing
import VirtualReader

@Suite struct `A capability container` {
    /// Container, number and size of the chip's blocks, corrected container. The first is recommended in articles, the
    /// second is written by some phones, the third has its length in the long form.
    static let tooLarge: [(String, Int, Int, String)] = [
        ("E1403001", 28, 4, "E1400D01"), ("E1400E01", 28, 4, "E1400D01"), ("E1400001 00000FFF", 28, 4, "E1400001 0000000D"),
        ("E140FF00", 32, 8, "E1401F00"), ("E1402801", 80, 4, "E1402701"),
    ]

    @Test(arguments: tooLarge, [false, true])
    func `A container that declares more than the chip is corrected by a write, also after a removal`(
        container: (claims: String, blocks: Int, size: Int, right: String), hasFrames: Bool
    ) async throws {
        let old = try message(bytes: 40)
        func tag() throws -> MemoryTag {
            let tag = type5Tag(
                blocks: container.blocks, container: container.claims, data: tlv(old), blockSize: container.size)
            tag.takesFrames = hasFrames
            return tag
        }
        let right = hex(container.right)
        let whole = try tag()
        var writer = TagWriter(whole, atr: whole.atr)
        _ = try await writer.write(deskMessage())
        #expect(Array(whole.memory.prefix(right.count)) == right)
        #expect(whole.content == .message(try deskMessage()))
        #expect(try await writer.write(deskMessage()).writes == 0)
        for lastCommand in 0..<whole.commands.count {
            await Task.yield()
            for isLastDone in [false, true] {
                let tag = try tag()
                tag.leavesAt = lastCommand
                tag.doesLastCommand = isLastDone
                var cut = TagWriter(tag, atr: tag.atr)
                _ = try? await cut.write(deskMessage())
                #expect([.message(old), .empty, .message(try deskMessage())].contains(tag.content))
                tag.comeBack()
                var again = TagWriter(tag, atr: tag.atr)
                _ = try await again.write(deskMessage())
                #expect(tag.content == .message(try deskMessage()))
                #expect(Array(tag.memory.prefix(right.count)) == right)
            }
        }
    }

    @Test(arguments: tooLarge)
    func `A container that declares more than the chip is corrected by a forced format that keeps the message`(
        container: (claims: String, blocks: Int, size: Int, right: String)
    ) async throws {
        let tag = type5Tag(
            blocks: container.blocks, container: container.claims, data: tlv(try deskMessage()), blockSize: container.size)
        var writer = TagWriter(tag, atr: tag.atr)
        #expect(try await writer.format().writes == 0)
        let formatted = try await writer.format(force: true)
        #expect(formatted.writes == 1 && formatted.note == nil)
        #expect(tag.memory.starts(with: hex(container.right)))
        #expect(tag.content == .message(try deskMessage()))
    }

    /// The result of the article's code: a length of 4, then four zeros.
    @Test func `A container before a message of zeros is corrected by a forced format`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1403001", data: hex("03 04 00000000 FE"))
        var writer = TagWriter(tag, atr: tag.atr)
        _ = try await writer.format(force: true)
        #expect(tag.memory.starts(with: hex("E1400D01 0300FE")))
    }

    @Test func `A container is not corrected if the message extends past the corrected area`() async throws {
        // 105 bytes after the container: one more than 13 times 8.
        let tag = type5Tag(blocks: 28, container: "E1400E01", data: tlv(try message(bytes: 103)))
        var writer = TagWriter(tag, atr: tag.atr)
        #expect(try await writer.write(message(bytes: 103)).writes == 0)
        let formatted = try await writer.format(force: true)
        #expect(formatted.writes == 0 && formatted.note == ContainerNote(claimed: 112, actual: 104))
    }

    @Test func `A container in a locked block is not corrected, but the message is written`() async throws {
        let tag = type5Tag(blocks: 28, container: "E1400E01", data: hex("0300FE00"))
        tag.locked = [0]
        var writer = TagWriter(tag, atr: tag.atr)
        _ = try await writer.write(deskMessage())
        #expect(tag.content == .message(try deskMessage()))
        #expect(try await writer.format(force: true).note == ContainerNote(claimed: 112, actual: 104))
    }

    @Test(arguments: ["E140FF05", "E1400D01"])
    func `A correct container, or one in Android's form for large chips, is not changed`(
        container: String
    ) async throws {
        let tag = type5Tag(blocks: container == "E1400D01" ? 28 : 2048, container: container, data: tlv(try deskMessage()))
        var writer = TagWriter(tag, atr: tag.atr)
        #expect(try await writer.format(force: true).writes == 0)
        #expect(try await writer.write(deskMessage()).writes == 0)
    }

    @Test func `A container that forbids reading is replaced on a Type 5 tag only`() async throws {
        let type5 = type5Tag(blocks: 28, container: "E14C0D01", data: tlv(try deskMessage()))
        var writer = TagWriter(type5, atr: type5.atr)
        await #expect(throws: TagError.damaged(.readProtected)) { try await writer.format() }
        _ = try await writer.format(force: true)
        #expect(type5.memory.starts(with: hex("E1400D00 0300FE")) || type5.memory.starts(with: hex("E1400D01 0300FE")))
        let type2 = type2Tag(pages: 45, container: "E1101280", data: tlv(try deskMessage()))
        writer = TagWriter(type2, atr: type2.atr)
        await #expect(throws: TagError.containerNotCorrectable) { try await writer.format(force: true) }
    }
}

@Suite struct `A blank Type 2 tag` {
    /// Pages, response to GET_VERSION, and the resulting container.
    static let chips: [(Int, String?, String)] = [
        (45, "0004040201000F03", "E1101200"), (135, "0004040201001103", "E1103E00"), (231, "0004040201001303", "E1106D00"),
        (16, nil, "E1100600"), (48, nil, "E1100600"), (20, "0004030101000B03", "E1100600"),
    ]

    enum Way: CaseIterable { case frames, framesOnly, pn532 }

    private static func blank(_ pages: Int, _ version: String?, _ way: Way) -> MemoryTag {
        let tag = type2Tag(pages: pages, container: "00000000", data: [])
        tag.version = version.map { hex($0) }
        tag.takesFrames = way != .pn532
        tag.takesBinary = way != .framesOnly
        tag.passesPN532 = way == .pn532
        return tag
    }

    @Test(arguments: chips, Way.allCases)
    func `A blank Type 2 tag gets a container of its real size if the reader passes GET_VERSION`(
        chip: (pages: Int, version: String?, container: String), way: Way
    ) async throws {
        let tag = Self.blank(chip.pages, chip.version, way)
        let capabilities = ReaderCapabilities(passesPN532: way == .pn532)
        var writer = TagWriter(tag, atr: tag.atr, capabilities: capabilities)
        let room = 8 * Int(hex(chip.container)[2])
        #expect(try await writer.preflight(message(bytes: 40)).missing == 0)
        // The TLV header of a long message has four bytes.
        #expect(try await writer.preflight(message(bytes: 1000)).missing == 1004 - room)
        _ = try await writer.format()
        #expect(Array(tag.memory[12..<16]) == hex(chip.container))
        #expect(tag.content == .empty && !tag.isInSession && !tag.isHalted)
    }

    @Test func `A blank Type 2 tag gets a container of 48 bytes if the reader cannot pass GET_VERSION`() async throws {
        let tag = Self.blank(45, "0004040201000F03", .pn532)
        var writer = TagWriter(tag, atr: tag.atr)
        _ = try await writer.format()
        #expect(Array(tag.memory[12..<16]) == hex("E1100600"))
        #expect(!tag.commands.contains { $0[1] == 0x00 })
    }

    /// Bits can only be set: 06 can become 3E, but not 12.
    @Test(
        arguments: [
            (135, "0004040201001103", "E1100600", "E1103E00", nil),
            (45, "0004040201000F03", "E1100600", "E1100600", ContainerNote(claimed: 48, actual: 144)),
            (45, "0004040201000F03", "E1103E00", "E1103E00", ContainerNote(claimed: 496, actual: 144)),
            (45, "0004040201000F03", "E1101200", "E1101200", nil),
        ] as [(Int, String, String, String, ContainerNote?)])
    func `A wrong Type 2 container is corrected by a forced format if that only sets bits, otherwise reported`(
        pages: Int, version: String, container: String, right: String, note: ContainerNote?
    ) async throws {
        let tag = type2Tag(pages: pages, container: container, data: tlv(try message(bytes: 30)))
        tag.version = hex(version)
        tag.takesFrames = true
        var writer = TagWriter(tag, atr: tag.atr)
        #expect(try await writer.format().note == nil)
        #expect(try await writer.format(force: true).note == note)
        #expect(Array(tag.memory[12..<16]) == hex(right))
        #expect(tag.content == .message(try message(bytes: 30)))
    }
}

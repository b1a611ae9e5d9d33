/// A Type 2 tag's memory by its own commands. NFC Forum Type 2 Tag 1.1, chapter 5.
struct Type2Frames<Transport: APDUTransport>: BlockAccess {
    let blockSize = Type2Memory.pageSize
    var capabilities: ReaderCapabilities
    private var link: FrameLink<Transport>
    /// The first pages as they were read first: UID, its check bytes, locks and capability container.
    private var firstPages: [UInt8]?
    private var refusesFastRead = false

    /// Page numbers have one byte. Chips with more pages keep them in sectors, which are not spoken of here.
    private static var pages: Range<Int> { 0..<256 }
    /// Most pages read at once; a short answer has room for no more with all around them.
    private static var mostPages: Int { 56 }

    init(_ transport: Transport, capabilities: ReaderCapabilities) {
        link = FrameLink(transport, .iso14443A)
        self.capabilities = capabilities
    }

    mutating func read(block: Int, count: Int) async throws -> [UInt8] {
        guard Self.pages.contains(block) else { throw TagError.unsupported }
        let pages = min((count + blockSize - 1) / blockSize, Self.mostPages, Self.pages.upperBound - block)
        if pages > 4, isLikelyNTAG, !refusesFastRead {
            let range = [UInt8(block), UInt8(block + pages - 1)]
            let answer = try await link.exchange([0x3A] + range, for: .readBinary(block: block))
            if answer.count == pages * blockSize { return answer }
            // MIFARE Ultralight C has the container of an NTAG213 and not its commands, and keeps silent after a refusal.
            refusesFastRead = true
            try await link.reactivate()
        }
        return try await readFourPages(block, pages: min(pages, 4))
    }

    /// READ gives 16 bytes, and at the end of the memory goes on with page 0: what was not asked for is dropped.
    private mutating func readFourPages(_ block: Int, pages: Int) async throws -> [UInt8] {
        let answer = try await link.exchange([0x30, UInt8(block)], for: .readBinary(block: block))
        guard answer.count == 16 else { throw try await refusal(.readBinary(block: block)) }
        if block == 0 && firstPages == nil { firstPages = answer }
        return Array(answer.prefix(pages * blockSize))
    }

    /// NTAG213, 215 and 216 know FAST_READ; their MLEN tells. NXP's data sheet of the three, 10.3.
    private var isLikelyNTAG: Bool {
        guard let firstPages, firstPages[12] == 0xE1 else { return false }
        return [0x12, 0x3E, 0x6D].contains(firstPages[14])
    }

    /// WRITE has no place for a UID, so the tag's first pages are read just before.
    mutating func write(block: Int, _ bytes: [UInt8]) async throws {
        guard Self.pages.contains(block) else { throw TagError.unsupported }
        let expected = firstPages
        let found = try await readFourPages(0, pages: 4)
        guard let expected, found.starts(with: expected.prefix(9)) else {
            throw TagError.otherTag(Type2Memory.uid(found) ?? TagUID(Array(found.prefix(8))))
        }
        let frame = [0xA2, UInt8(block)] + bytes
        let answer = try await link.exchange(frame, for: .updateBinary(block: block))
        guard answer.count == 1, answer[0] & 0x0F == 0x0A else { throw try await refusal(.updateBinary(block: block)) }
    }

    /// GET_VERSION.
    /// - Returns: nil where the chip does not know the command; it is ready for others all the same.
    mutating func version() async throws -> ChipVersion? {
        do {
            let answer = try await link.exchange(ChipVersion.command, for: .getVersion)
            if answer.count == 8 { return ChipVersion(answer) }
        } catch TagError.notPassed(.getVersion, .noAnswer) {
            // A clone that keeps silent.
        }
        try await link.reactivate()
        return nil
    }

    /// A refusal has one byte: four bits of not acknowledged. The tag keeps silent then until it is activated again.
    private mutating func refusal(_ command: TagCommand) async throws -> TagError {
        try await link.reactivate()
        return .refused(command, .failed)
    }

    mutating func close() async throws { try await link.close() }
}

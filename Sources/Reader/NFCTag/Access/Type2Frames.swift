import Attendance

/// Access to a Type 2 tag's memory by its own commands. NFC Forum Type 2 Tag 1.1, chapter 5.
struct Type2Frames<Transport: APDUTransport>: BlockAccess {
    let blockSize = Type2Memory.pageSize
    var capabilities: ReaderCapabilities
    private var link: FrameLink<Transport>
    /// The first pages as first read: UID, its check bytes, lock bytes and capability container.
    private var firstPages: [UInt8]?
    private var refusesFastRead = false

    /// The valid page numbers, one byte. Sector select, which larger chips need, is not supported.
    private static var pages: Range<Int> { 0..<256 }
    /// The maximum number of pages per read that a short response with its data objects holds.
    private static var maxPages: Int { 56 }

    init(_ transport: Transport, capabilities: ReaderCapabilities) {
        link = FrameLink(transport, .iso14443A)
        self.capabilities = capabilities
    }

    mutating func read(block: Int, count: Int) async throws -> [UInt8] {
        guard Self.pages.contains(block) else { throw TagError.unsupported }
        let pages = min((count + blockSize - 1) / blockSize, Self.maxPages, Self.pages.upperBound - block)
        if pages > 4, isLikelyNTAG, !refusesFastRead {
            let range = [UInt8(block), UInt8(block + pages - 1)]
            let answer = try await link.exchange([0x3A] + range, for: .readBinary(block: block))
            if answer.count == pages * blockSize { return answer }
            // MIFARE Ultralight C has the container of an NTAG213 but not its commands, and is silent after a refusal.
            refusesFastRead = true
            try await link.reactivate()
        }
        return try await readFourPages(block, pages: min(pages, 4))
    }

    /// READ returns 16 bytes and wraps to page 0 at the end of the memory. Bytes that were not requested are dropped.
    private mutating func readFourPages(_ block: Int, pages: Int) async throws -> [UInt8] {
        let answer = try await link.exchange([0x30, UInt8(block)], for: .readBinary(block: block))
        guard answer.count == 16 else { throw try await refusal(.readBinary(block: block)) }
        if block == 0 && firstPages == nil { firstPages = answer }
        return Array(answer.prefix(pages * blockSize))
    }

    /// True for the MLEN of NTAG213, 215 and 216, which support FAST_READ. NXP's data sheet of the three, 10.3.
    private var isLikelyNTAG: Bool {
        guard let firstPages, firstPages[12] == 0xE1 else { return false }
        return [0x12, 0x3E, 0x6D].contains(firstPages[14])
    }

    /// WRITE does not carry a UID, so the first pages are read immediately before.
    mutating func write(block: Int, _ bytes: [UInt8]) async throws {
        guard Self.pages.contains(block) else { throw TagError.unsupported }
        let expected = firstPages
        let found = try await readFourPages(0, pages: 4)
        guard let expected, found.starts(with: expected.prefix(9)) else {
            throw TagError.otherTag(Type2Memory.uid(found) ?? UID(Array(found.prefix(8))))
        }
        let frame = [0xA2, UInt8(block)] + bytes
        let answer = try await link.exchange(frame, for: .updateBinary(block: block))
        guard answer.count == 1, answer[0] & 0x0F == 0x0A else { throw try await refusal(.updateBinary(block: block)) }
    }

    /// GET_VERSION.
    /// - Returns: nil if the chip does not support the command. It accepts other commands afterwards.
    mutating func version() async throws -> ChipVersion? {
        do {
            let answer = try await link.exchange(ChipVersion.command, for: .getVersion)
            if answer.count == 8 { return ChipVersion(answer) }
        } catch TagError.exchangeFailed(.getVersion, .noAnswer) {
            // Some clones do not respond.
        }
        try await link.reactivate()
        return nil
    }

    /// A refusal is a response of four bits (NAK). The tag is then silent until it is activated again.
    private mutating func refusal(_ command: TagCommand) async throws -> TagError {
        try await link.reactivate()
        return .refused(command, .failed)
    }

    mutating func close() async throws { try await link.close() }
}

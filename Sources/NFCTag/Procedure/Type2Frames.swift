/// A Type 2 tag's memory by its own commands. NFC Forum Type 2 Tag 1.1, chapter 5.
struct Type2Frames<Transport: APDUTransport>: BlockAccess {
    let blockSize = Type2Memory.pageSize
    var capabilities: ReaderCapabilities
    private var link: FrameLink<Transport>
    /// The UID and its check bytes as they stand in the first pages.
    private var firstPages: [UInt8]?

    init(_ transport: Transport, capabilities: ReaderCapabilities) {
        link = FrameLink(transport, .iso14443A)
        self.capabilities = capabilities
    }

    /// READ gives 16 bytes, and at the end of the memory goes on with page 0: what was not asked for is dropped.
    mutating func read(block: Int, count: Int) async throws -> [UInt8] {
        let answer = try await link.exchange([0x30, UInt8(truncatingIfNeeded: block)], for: .readBinary(block: block))
        // A refusal has one byte: four bits of not acknowledged.
        guard answer.count == 16 else { throw TagError.refused(.readBinary(block: block), .failed) }
        if block == 0 && firstPages == nil { firstPages = Array(answer.prefix(9)) }
        return Array(answer.prefix((min(count, 16) + blockSize - 1) / blockSize * blockSize))
    }

    /// WRITE has no place for a UID, so the tag's first pages are read just before.
    mutating func write(block: Int, _ bytes: [UInt8]) async throws {
        let expected = firstPages
        let found = try await read(block: 0, count: 12)
        guard let expected, found.starts(with: expected) else {
            throw TagError.otherTag(Type2Memory.uid(found) ?? TagUID(Array(found.prefix(8))))
        }
        let frame = [0xA2, UInt8(truncatingIfNeeded: block)] + bytes
        let answer = try await link.exchange(frame, for: .updateBinary(block: block))
        guard answer.count == 1, answer[0] & 0x0F == 0x0A else { throw TagError.refused(.updateBinary(block: block), .failed) }
    }

    mutating func close() async throws { try await link.close() }
}

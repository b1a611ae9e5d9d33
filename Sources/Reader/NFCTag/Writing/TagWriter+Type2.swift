extension TagWriter {
    /// Formats a chip without a capability container, such as a new MIFARE Ultralight. An NTAG reports its size; for any
    /// other chip the container declares the 48 bytes that every Type 2 tag has. The container is written last because its
    /// bits can be set but not cleared.
    /// - Returns: the number of write commands.
    static func formatType2(_ link: inout MemoryLink<Transport>) async throws -> Int {
        try await link.load(20)
        guard link.image.count >= 20 else { throw TagError.damaged(.memoryEnds(at: link.image.count)) }
        let length = try await link.version()?.areaLength ?? Type2Memory.smallestAreaLength
        let container: [UInt8] = [0xE1, 0x10, length, 0x00]
        guard zip(link.image[12..<16], container).allSatisfy({ $0 | $1 == $1 }) else { throw TagError.containerNotCorrectable }
        let empty = BlockWrite(block: 4, bytes: [0x03, 0x00, 0xFE, 0x00])
        let steps = [empty, BlockWrite(block: 3, bytes: container)].filter { link.image[$0.range(4)] != $0.bytes[...] }
        for step in steps {
            try await link.write(step)
            try await link.verify([step])
        }
        return steps.count
    }

    /// Sets the container's write access to none, then the dynamic and the static lock bits. NFC Forum Type 2 Tag 1.1, 2.2.
    /// - Returns: the number of write commands.
    /// - Throws: `TagError.unknownLockBits` if the chip is not an NTAG and has no lock control TLV.
    static func lockType2(_ link: inout MemoryLink<Transport>, _ area: DataArea) async throws -> Int {
        let image = link.image
        let container = BlockWrite(block: 3, bytes: image[12..<15] + [0x0F])
        let locks = BlockWrite(block: 2, bytes: image[8..<10] + [0xFF, 0xFF])
        // The dynamic lock bits precede the static ones: a tag with static lock bits counts as locked.
        let steps = [container] + (try dynamicLocks(mlen: image[14], area)) + [locks]
        var writes = 0
        for step in steps {
            writes += try await link.setBits(step) ? 1 : 0
        }
        return writes
    }

    /// The lock bits of the pages from 16, which a chip of 48 bytes does not have: from the data sheet for an NTAG,
    /// otherwise from the lock control TLVs.
    private static func dynamicLocks(mlen: UInt8, _ area: DataArea) throws(TagError) -> [BlockWrite] {
        guard mlen > 0x06 else { return [] }
        if let known = ntagLocks[mlen] { return [known] }
        let pages = Set(area.dynamicLocks.flatMap { $0.bytes.map { $0 / Type2Memory.pageSize } }).sorted()
        guard let last = pages.last, last <= 0xFF else { throw .unknownLockBits }
        return pages.map { page in
            let bytes = (0..<Type2Memory.pageSize).map { byte in
                area.dynamicLocks.reduce(UInt8(0)) { $0 | $1.mask(at: page * Type2Memory.pageSize + byte) }
            }
            return BlockWrite(block: page, bytes: bytes)
        }
    }

    /// All dynamic lock bits of a chip, keyed by its MLEN: NTAG213, NTAG215, NTAG216. NXP's data sheet of the three, 8.5.3.
    private static var ntagLocks: [UInt8: BlockWrite] {
        [
            0x12: BlockWrite(block: 0x28, bytes: [0xFF, 0x0F, 0x3F, 0x00]),
            0x3E: BlockWrite(block: 0x82, bytes: [0xFF, 0x00, 0x0F, 0x00]),
            0x6D: BlockWrite(block: 0xE2, bytes: [0xFF, 0x3F, 0x7F, 0x00]),
        ]
    }
}

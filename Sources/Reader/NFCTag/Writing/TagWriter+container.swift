extension TagWriter {
    /// Corrects a Type 5 tag's container if it declares more than the chip's size. Readers that trust it read past the
    /// chip's end.
    ///
    /// The container stays unchanged if the message extends past the corrected area or the tag refuses the write.
    /// - Returns: the number of write commands, and a note if the container stays wrong.
    static func correctType5(_ link: inout MemoryLink<Transport>) async throws -> (writes: Int, note: ContainerNote?) {
        let memory = try await link.readContent()
        guard let area = memory.area, memory.access == .readWrite, let chipEnd = try await link.end(of: area) else {
            return (0, nil)
        }
        let length = (chipEnd - area.start) / 8
        let note = ContainerNote(claimed: area.end - area.start, actual: 8 * length)
        guard length > 0, memory.ndef?.end ?? area.start <= area.start + 8 * length else { return (0, note) }
        // The long form stores its length after a zero in the position of the short form's length.
        let place = area.start == 8 ? 6 : 2
        let bytes = area.start == 8 ? [UInt8(length >> 8), UInt8(length & 0xFF)] : [UInt8(length)]
        let first = place / link.blockSize * link.blockSize
        var block = Array(link.image[first..<first + link.blockSize])
        block.replaceSubrange(place - first..<place - first + bytes.count, with: bytes)
        let write = BlockWrite(block: first / link.blockSize, bytes: block)
        do {
            try await link.write(write)
        } catch let error as TagError where error.isRefusal {
            return (0, note)
        }
        try await link.verify([write])
        return (1, nil)
    }

    /// Corrects a Type 2 tag's container to the size that the chip reports, if that only requires setting bits.
    /// - Returns: the number of write commands, and a note if the container stays wrong.
    static func correctType2(_ link: inout MemoryLink<Transport>) async throws -> (writes: Int, note: ContainerNote?) {
        let memory = try await link.readContent()
        guard memory.area != nil, memory.access == .readWrite, let actual = try await link.version()?.areaLength else {
            return (0, nil)
        }
        let claimed = link.image[14]
        guard claimed != actual else { return (0, nil) }
        guard claimed | actual == actual else {
            return (0, ContainerNote(claimed: 8 * Int(claimed), actual: 8 * Int(actual)))
        }
        let write = BlockWrite(block: 3, bytes: link.image[12..<14] + [actual] + link.image[15..<16])
        try await link.write(write)
        try await link.verify([write])
        return (1, nil)
    }

    /// The number of bytes after an empty TLV and its terminator that an erasure overwrites with zeros: the rest of the data
    /// area, limited to the chip's size, without the lock and configuration pages that an oversized container would include.
    static func erasableCount(_ area: DataArea, _ message: NDEFLocation, _ link: MemoryLink<Transport>) -> Int {
        guard link.isWhole, link.image.count < area.end else { return area.end - message.offset }
        // The lock pages of a Type 2 chip that ends early are unknown, so only the bytes of the message are erased.
        guard link.kind == .type5 else { return message.length }
        return max(0, area.start + (link.image.count - area.start) / 8 * 8 - message.offset - 3)
    }
}

extension MemoryLink {
    /// The end of the chip if the data area extends past it; nil if the area is within the chip.
    fileprivate mutating func end(of area: DataArea) async throws -> Int? {
        // Android's form for large chips does not contain the real length.
        let isAndroidForm = area.start == 4 && area.end > 4 + 8 * 0xFF
        guard !isAndroidForm, image.count < area.end else { return nil }
        do {
            let last = (area.end - 1) / blockSize
            if !isWhole, last <= Self.lastBlock, try await canRead(block: last) { return nil }
            let chip = try await readGeometry()
            let end = chip.blockCount * chip.blockSize
            return end < area.end ? end : nil
        } catch let error as TagError where error.isRefusal || error.isSilence {
            // The size is unknown, so the container is trusted.
            return nil
        }
    }
}

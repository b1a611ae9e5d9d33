/// A capability container that does not say the size of its chip, and cannot be corrected.
package struct ContainerNote: Equatable, Hashable, Sendable {
    /// Bytes of the data area that the container claims.
    package let claimed: Int
    /// Bytes that the chip has.
    package let actual: Int

    package init(claimed: Int, actual: Int) {
        self.claimed = claimed
        self.actual = actual
    }
}

extension ContainerNote: CustomStringConvertible {
    package var description: String {
        "The capability container claims \(claimed) bytes, the chip has \(actual). The tag does not let it be corrected."
    }
}

extension TagWriter {
    /// Gives a Type 5 tag's container the chip's size where it claims more. Readers that believe it go past the chip's end.
    ///
    /// A message that reaches behind the corrected area is worth more than the container: then it stays, as it does where the
    /// tag refuses.
    /// - Returns: the number of write commands, and what stays wrong.
    static func correctType5(_ link: inout MemoryLink<Transport>) async throws -> (writes: Int, note: ContainerNote?) {
        let memory = try await link.understand()
        guard let area = memory.area, memory.access == .readWrite, let chipEnd = try await link.end(of: area) else {
            return (0, nil)
        }
        let length = (chipEnd - area.start) / 8
        let note = ContainerNote(claimed: area.end - area.start, actual: 8 * length)
        guard length > 0, memory.ndef?.end ?? area.start <= area.start + 8 * length else { return (0, note) }
        // The long form has its length behind a zero in the short one's place.
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

    /// Gives a Type 2 tag's container the size that the chip says, where that only takes setting bits.
    /// - Returns: the number of write commands, and what stays wrong.
    static func correctType2(_ link: inout MemoryLink<Transport>) async throws -> (writes: Int, note: ContainerNote?) {
        let memory = try await link.understand()
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

    /// How many bytes behind an empty TLV and its terminator become zeros: the rest of the data area, but nothing behind the
    /// chip's end, and none of the lock and configuration pages that a container which claims too much would count in.
    static func erasableCount(_ area: DataArea, _ message: NDEFLocation, _ link: MemoryLink<Transport>) -> Int {
        guard link.isWhole, link.image.count < area.end else { return area.end - message.offset }
        // Where a Type 2 chip that ends early keeps its locks is unknown: only what was the message is safe.
        guard link.kind == .type5 else { return message.length }
        return max(0, area.start + (link.image.count - area.start) / 8 * 8 - message.offset - 3)
    }
}

extension MemoryLink {
    /// The chip's end where a data area goes beyond it; nil where the area is within the chip.
    fileprivate mutating func end(of area: DataArea) async throws -> Int? {
        // Android's form for large chips leaves the true length to the reader.
        let isAndroidForm = area.start == 4 && area.end > 4 + 8 * 0xFF
        guard !isAndroidForm, image.count < area.end else { return nil }
        do {
            let last = (area.end - 1) / blockSize
            if !isWhole, last <= Self.lastBlock, try await canRead(block: last) { return nil }
            let chip = try await measure()
            let end = chip.blockCount * chip.blockSize
            return end < area.end ? end : nil
        } catch let error as TagError where error.isRefusal || error.isSilence {
            // Unknown: then the container is believed.
            return nil
        }
    }
}

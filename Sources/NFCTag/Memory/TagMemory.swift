/// A tag's memory understood: what it holds, and where a message may be written. Made by `Type2Memory` and `Type5Memory`.
package struct TagMemory: Equatable, Sendable {
    package var content: TagContent
    package var access: TagAccess
    /// The data area, if the capability container names one.
    package var area: DataArea?
    /// The NDEF TLV, if there is one.
    package var ndef: NDEFLocation?
    /// Where an NDEF TLV may be begun if there is none: behind the last TLV that could be read.
    package var insertion: Int?

    static let unformatted = TagMemory(content: .unformatted, access: .readWrite)

    static func damaged(
        _ damage: TagDamage, access: TagAccess = .readWrite, area: DataArea? = nil, insertion: Int? = nil
    ) -> TagMemory {
        TagMemory(content: .damaged(damage), access: access, area: area, insertion: insertion)
    }
}

/// The bytes in which TLVs stand, with the bytes in between that are not data.
package struct DataArea: Equatable, Sendable {
    /// Offset of the first byte.
    package var start: Int
    /// Offset behind the last byte.
    package var end: Int
    /// Lock and reserved bytes: no TLV uses them. NFC Forum Type 2 Tag 1.1, 2.3.2 and 2.3.3.
    package var holes: [Range<Int>] = []
    /// Lock bits that the tag names for the pages behind the first sixteen. NFC Forum Type 2 Tag 1.1, 2.3.2.
    package var dynamicLocks: [DynamicLock] = []

    /// The first offset from `offset` on that is not in a hole.
    func skippingHoles(_ offset: Int) -> Int {
        var offset = offset
        while let hole = holes.first(where: { $0.contains(offset) }) { offset = hole.upperBound }
        return offset
    }

    /// The offsets of `count` bytes of data from `offset` on, or nil when the area ends before.
    package func offsets(from offset: Int, count: Int) -> [Int]? {
        guard count <= end - offset else { return nil }
        var offsets: [Int] = []
        offsets.reserveCapacity(count)
        var offset = offset
        for _ in 0..<count {
            offset = skippingHoles(offset)
            guard offset < end else { return nil }
            offsets.append(offset)
            offset += 1
        }
        return offsets
    }
}

/// Lock bits side by side: the lowest of the first byte and those after it.
package struct DynamicLock: Equatable, Sendable {
    /// Offset of the first byte from the beginning of the memory.
    package var offset: Int
    package var bits: Int

    /// The bytes that hold them.
    var bytes: Range<Int> { offset..<offset + (bits + 7) / 8 }

    /// Those bits of a byte, set.
    func mask(at offset: Int) -> UInt8 {
        guard bytes.contains(offset) else { return 0 }
        return UInt8(truncatingIfNeeded: 0xFF >> max(0, 8 - (bits - 8 * (offset - self.offset))))
    }
}

/// Where a tag keeps its message.
package struct NDEFLocation: Equatable, Sendable {
    /// Offset of the TLV's tag byte 03.
    package var offset: Int
    /// Length of the message in bytes.
    package var length: Int
    /// Offset behind the message's last byte.
    package var end: Int
    /// The message as it stands there.
    package var bytes: [UInt8]
}

/// How far the bytes at hand go in understanding a memory that is read piece by piece.
package enum MemoryScan: Equatable, Sendable {
    /// More is needed; to read on up to the offset `wants` is worth while and stays in the tag. Less helps too.
    case incomplete(wants: Int)
    case memory(TagMemory)
}

/// The range of the TLVs, with the holes in it that hold no data.
package struct DataArea: Equatable, Sendable {
    /// Offset of the first byte.
    package var start: Int
    /// Offset after the last byte.
    package var end: Int
    /// Lock and reserved bytes, which no TLV uses. NFC Forum Type 2 Tag 1.1, 2.3.2 and 2.3.3.
    package var holes: [Range<Int>] = []
    /// Lock bits that the tag declares for the pages after the first sixteen. NFC Forum Type 2 Tag 1.1, 2.3.2.
    package var dynamicLocks: [DynamicLock] = []

    /// The first offset at or after `offset` that is not in a hole.
    func skippingHoles(_ offset: Int) -> Int {
        var offset = offset
        while let hole = holes.first(where: { $0.contains(offset) }) { offset = hole.upperBound }
        return offset
    }

    /// The offsets of `count` data bytes from `offset`, in ascending order; nil if the area ends before.
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

/// A range of lock bits, starting with the lowest bit of the first byte.
package struct DynamicLock: Equatable, Sendable {
    /// Offset of the first byte from the beginning of the memory.
    package var offset: Int
    package var bits: Int

    /// The offsets of the bytes that hold the bits.
    var bytes: Range<Int> { offset..<offset + (bits + 7) / 8 }

    /// A mask of the lock bits in the byte at `offset`.
    func mask(at offset: Int) -> UInt8 {
        guard bytes.contains(offset) else { return 0 }
        return UInt8(truncatingIfNeeded: 0xFF >> max(0, 8 - (bits - 8 * (offset - self.offset))))
    }
}

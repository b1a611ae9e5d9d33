/// One block to be written, whole.
package struct BlockWrite: Equatable, Hashable, Sendable {
    package var block: Int
    package var bytes: [UInt8]

    package init(block: Int, bytes: [UInt8]) {
        self.block = block
        self.bytes = bytes
    }

    func range(_ blockSize: Int) -> Range<Int> { block * blockSize..<block * blockSize + bytes.count }
}

/// The block writes that put a message into a memory, in an order that a lifted tag survives: cut after any of them, with the
/// next one done or not, the tag holds its old message, none, or the new one.
///
/// All turns on one block: the one that holds the byte after the NDEF TLV's type. While that byte is 0 the tag is empty.
package struct MessagePlan: Equatable, Sendable {
    /// Makes the tag empty: the length first, then the type if it is not there yet. Nothing where the tag is empty, or where
    /// one write does everything.
    package let invalidation: [BlockWrite]
    /// The other blocks that differ, in ascending order. Blocks that hold the right bytes already are left alone.
    package let data: [BlockWrite]
    /// Gives the message its length; nil where the tag already holds the message.
    package let commit: BlockWrite?

    /// - Parameters:
    ///   - message: the message's bytes; none to leave the tag empty.
    ///   - offset: where the NDEF TLV begins, or shall begin.
    ///   - area: the data area with its holes.
    ///   - image: the memory's beginning, at least up to the end of the last block that changes. A part of a block
    ///     at its end counts for nothing.
    ///   - blockSize: bytes in a page or block.
    ///   - oldLength: how many bytes from the value's beginning on become zeros where no message stands.
    /// - Throws: `TagError.tooSmall` when TLV and message do not fit in the area or in the image.
    package init(
        _ message: [UInt8], at offset: Int, in area: DataArea, of image: [UInt8], blockSize: Int, wiping oldLength: Int = 0
    ) throws(TagError) {
        let image = Array(image.prefix(image.count / blockSize * blockSize))
        let needed = try Self.end(of: message, at: offset, in: area)
        guard needed <= image.count else { throw .tooSmall(missing: needed - image.count) }
        let bytes = Self.tlv(message) + [0xFE] + Array(repeating: 0, count: max(0, oldLength - message.count))
        var target = image
        var next = offset
        for byte in bytes {
            guard let place = area.offsets(from: next, count: 1)?.first, place < image.count else { break }
            target[place] = byte
            next = place + 1
        }
        let type = area.skippingHoles(offset)
        let length = area.skippingHoles(type + 1)
        let behind = area.skippingHoles(length + 1)
        self.init(
            from: image, to: target, typeAt: type, lengthAt: length, nextAt: behind < min(area.end, image.count) ? behind : nil,
            blockSize: blockSize)
    }

    /// - Parameter next: where the byte after the length is; nil where there is none.
    private init(
        from image: [UInt8], to target: [UInt8], typeAt type: Int, lengthAt length: Int, nextAt next: Int?, blockSize: Int
    ) {
        func write(_ block: Int, of memory: [UInt8]) -> BlockWrite {
            BlockWrite(block: block, bytes: Array(memory[block * blockSize..<(block + 1) * blockSize]))
        }
        let changed = (0..<image.count / blockSize).filter { write($0, of: image) != write($0, of: target) }
        let commitBlock = length / blockSize
        let typeBlock = type / blockSize
        var others = changed.filter { $0 != commitBlock }
        var empty = target
        empty[length] = 0
        var invalidation: [BlockWrite] = []
        if !others.isEmpty {
            let isTypeMissing = image[type] != target[type]
            // As long as another type stands before the length, what follows would count as TLVs of its own: end them.
            if isTypeMissing && typeBlock != commitBlock, let next {
                let nextBlock = next / blockSize
                if nextBlock == commitBlock {
                    empty[next] = 0xFE
                } else if image[length] != 0 {
                    // After a null the length's place is a type's, which would take the end for its length: end it there first.
                    if image[type] == 0 { invalidation.append(write(commitBlock, of: image.replacing(at: length, with: 0xFE))) }
                    invalidation.append(write(nextBlock, of: image.replacing(at: next, with: 0xFE)))
                    others = Set(others + [nextBlock]).sorted()
                }
            }
            if image[length] != 0 || (isTypeMissing && typeBlock == commitBlock) {
                invalidation.append(write(commitBlock, of: empty))
            }
            if isTypeMissing && typeBlock != commitBlock { invalidation.append(write(typeBlock, of: target)) }
        }
        self.invalidation = invalidation
        data = others.map { write($0, of: target) }.filter { !invalidation.contains($0) }
        let before = invalidation.last { $0.block == commitBlock } ?? write(commitBlock, of: image)
        let last = write(commitBlock, of: target)
        commit = before == last ? nil : last
    }

    /// The writes in their order.
    package var writes: [BlockWrite] { invalidation + data + (commit.map { [$0] } ?? []) }

    /// The offset behind the last byte that a TLV with this message takes, its terminator left out.
    /// - Throws: `TagError.tooSmall`.
    package static func end(of message: [UInt8], at offset: Int, in area: DataArea) throws(TagError) -> Int {
        let count = tlv(message).count
        if let last = area.offsets(from: offset, count: count)?.last { return last + 1 }
        var available = 0
        var place = area.skippingHoles(offset)
        while place < area.end {
            available += 1
            place = area.skippingHoles(place + 1)
        }
        throw .tooSmall(missing: count - available)
    }

    /// Type, length and value; the length takes one byte up to 254, else FF and two.
    private static func tlv(_ message: [UInt8]) -> [UInt8] {
        message.count < 0xFF
            ? [0x03, UInt8(message.count)] + message
            : [0x03, 0xFF, UInt8(message.count >> 8 & 0xFF), UInt8(message.count & 0xFF)] + message
    }
}

extension [UInt8] {
    fileprivate func replacing(at index: Int, with byte: UInt8) -> [UInt8] {
        var changed = self
        changed[index] = byte
        return changed
    }
}

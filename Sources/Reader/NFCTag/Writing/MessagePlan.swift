/// The block writes that store a message in a memory, in an order that survives removal of the tag: after any prefix of the
/// writes, with the next one completed or not, the tag holds its old message, no message, or the new one.
///
/// The block that holds the byte after the NDEF TLV's type decides: while that byte is 0, the tag is empty.
package struct MessagePlan: Equatable, Sendable {
    /// Makes the tag empty: first the length, then the type if it is missing. No writes if the tag is already empty, or if
    /// one write does everything.
    package let invalidation: [BlockWrite]
    /// The other blocks that differ, in ascending order. Blocks that already hold the right bytes are not written.
    package let data: [BlockWrite]
    /// Sets the message's length; nil if the tag already holds the message.
    package let commit: BlockWrite?

    /// - Parameters:
    ///   - message: the message's bytes; empty to leave the tag without a message.
    ///   - offset: the offset of the existing or new NDEF TLV.
    ///   - area: the data area with its holes.
    ///   - image: the beginning of the memory, at least up to the end of the last block that changes. A partial block at its
    ///     end is ignored.
    ///   - blockSize: bytes in a page or block.
    ///   - oldLength: the number of bytes from the start of the value that are overwritten with zeros where the new message
    ///     does not cover them.
    /// - Throws: `TagError.tooSmall` if TLV and message do not fit in the area or in the image.
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

    /// - Parameter next: the offset of the byte after the length; nil if there is none.
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
            // While another type precedes the length, the following bytes would be read as TLVs. A terminator stops that.
            if isTypeMissing && typeBlock != commitBlock, let next {
                let nextBlock = next / blockSize
                if nextBlock == commitBlock {
                    empty[next] = 0xFE
                } else if image[length] != 0 {
                    // After a null byte, the length's offset is read as a type, and the terminator would be read as its
                    // length. Terminate there first.
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

    /// All writes in their order.
    package var writes: [BlockWrite] { invalidation + data + (commit.map { [$0] } ?? []) }

    /// The offset after the last byte of a TLV with this message, without the terminator.
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

    /// Type, length and value. The length has one byte up to 254, otherwise FF and two bytes.
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

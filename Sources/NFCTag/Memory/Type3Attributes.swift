/// The attribute information block of a Type 3 tag: how much may be read at once, and how long the message is.
/// NFC Forum Type 3 Tag 1.1, 6.1.
package struct Type3Attributes: Equatable, Hashable, Sendable {
    /// Bytes in a block.
    package static let blockSize = 16

    /// Most blocks that one command reads (Nbr) and writes (Nbw).
    package var largestRead: Int
    package var largestWrite: Int
    /// Blocks behind this one that hold the message (Nmaxb).
    package var blockCount: Int
    /// Whether a message was being written when the tag was last seen: it cannot be believed.
    package var isBeingWritten: Bool
    package var access: TagAccess
    /// Length of the message in bytes (Ln).
    package var length: Int

    /// - Throws: `TagDamage` where the block breaks its definition.
    package init(_ block: [UInt8]) throws(TagDamage) {
        guard block.count == Self.blockSize else { throw .memoryEnds(at: block.count) }
        let sum = block[0..<14].reduce(0) { $0 + Int($1) }
        guard sum == Int(block[14]) << 8 | Int(block[15]) else { throw .container(offset: 14) }
        guard block[0] >> 4 == 1 else { throw .unsupportedVersion(block[0]) }
        largestRead = Int(block[1])
        largestWrite = Int(block[2])
        guard largestRead > 0 else { throw .container(offset: 1) }
        blockCount = Int(block[3]) << 8 | Int(block[4])
        isBeingWritten = block[9] == 0x0F
        access = block[10] == 0x01 ? .readWrite : .readOnly
        length = Int(block[11]) << 16 | Int(block[12]) << 8 | Int(block[13])
        guard length <= blockCount * Self.blockSize else { throw .valuePastEnd(offset: 0, length: length) }
    }
}

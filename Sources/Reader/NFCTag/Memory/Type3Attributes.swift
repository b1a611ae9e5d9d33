/// The attribute information block of a Type 3 tag: read and write limits, and the message length. NFC Forum Type 3 Tag 1.1,
/// 6.1.
package struct Type3Attributes: Equatable, Hashable, Sendable {
    /// Bytes in a block.
    package static let blockSize = 16

    /// The maximum number of blocks that one command reads (Nbr) and writes (Nbw).
    package var largestRead: Int
    package var largestWrite: Int
    /// The number of blocks after this one that can hold the message (Nmaxb).
    package var blockCount: Int
    /// True if the last write did not finish, so the message is invalid.
    package var isBeingWritten: Bool
    package var access: TagAccess
    /// Length of the message in bytes (Ln).
    package var length: Int

    /// - Throws: `TagDamage` if the block is malformed.
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

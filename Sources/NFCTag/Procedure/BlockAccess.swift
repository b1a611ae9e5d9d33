/// A tag's memory in pages or blocks, over one of the ways that a reader has.
protocol BlockAccess {
    /// Bytes in a page or block.
    var blockSize: Int { get }
    /// What the reader has shown to take.
    var capabilities: ReaderCapabilities { get set }

    /// Reads up to `count` bytes from `block` on: at least one block, perhaps fewer than asked for, never more.
    mutating func read(block: Int, count: Int) async throws -> [UInt8]
    /// Writes one block, having made sure that the tag is still the same.
    /// - Throws: After any error but `otherTag` the block holds its old or its new bytes: read before trying again.
    mutating func write(block: Int, _ bytes: [UInt8]) async throws
    /// Gives back what the reader holds for this way. Called last, also after an error.
    mutating func close() async throws
}

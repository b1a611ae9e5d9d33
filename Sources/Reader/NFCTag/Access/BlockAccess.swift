/// Access to a tag's memory in pages or blocks, by one of the methods that readers offer.
protocol BlockAccess {
    /// Bytes in a page or block.
    var blockSize: Int { get }
    /// What is known about the reader's limits.
    var capabilities: ReaderCapabilities { get set }

    /// Reads up to `count` bytes from `block`.
    /// - Returns: at least one block, never more than requested.
    mutating func read(block: Int, count: Int) async throws -> [UInt8]
    /// Writes one block after checking that the tag is still the same.
    /// - Throws: After any error except `otherTag`, the block holds either its old or its new bytes. Read it before
    ///   retrying.
    mutating func write(block: Int, _ bytes: [UInt8]) async throws
    /// Releases what the reader holds for this method. Called last, also after an error.
    mutating func close() async throws
}

/// Reads a tag's memory by READ BINARY (FF B0), in pieces as large as the reader takes. PC/SC part 3, 3.2.2.1.8.
struct BinaryReader<Transport: APDUTransport> {
    let transport: Transport
    /// Bytes in a page or block, the unit that the command counts in.
    let blockSize: Int
    var capabilities: ReaderCapabilities

    /// What every reader met so far takes for a tag of four-byte pages; the next step down is one block.
    private static var cautiousRead: Int { 16 }
    /// Most bytes asked for at once: a multiple of every block size, and below the 256 that a short answer holds.
    private static var mostBytes: Int { 224 }

    /// Reads up to `count` bytes from `block` on: at least one block, perhaps fewer than asked for, never more.
    ///
    /// A refused size is tried once more smaller. What that teaches is kept only if the size was at fault: the status says
    /// so, or the memory's beginning was read, which every tag has.
    mutating func read(block: Int, count: Int) async throws -> [UInt8] {
        let whole = (count + blockSize - 1) / blockSize * blockSize
        var size = max(blockSize, min(whole, wholeBlocks(min(Self.mostBytes, capabilities.largestRead ?? .max))))
        var isSizeAtFault = false
        while true {
            let command: [UInt8] = [0xFF, 0xB0, UInt8(block >> 8 & 0xFF), UInt8(block & 0xFF), UInt8(size)]
            let response = try await transport.respond(to: command)
            let status = response.status
            let given = wholeBlocks(response.data.count)
            if status == .success || status == .endReached, given > 0 {
                if isSizeAtFault || (status == .success && given < size) { capabilities.largestRead = min(given, size) }
                return Array(response.data.prefix(min(given, size)))
            }
            guard let smaller = smaller(than: size, status) else {
                throw TagError.refused(.readBinary(block: block), status)
            }
            if block == 0 || status == .wrongLength || status.exactLength != nil { isSizeAtFault = true }
            size = smaller
        }
    }

    /// The size to try after `size` was refused.
    private func smaller(than size: Int, _ status: StatusWord) -> Int? {
        if status == .functionNotSupported || status == .unknownInstruction { return nil }
        if let exact = status.exactLength, exact >= blockSize, exact < size { return wholeBlocks(exact) }
        if size > Self.cautiousRead { return Self.cautiousRead }
        return size > blockSize ? blockSize : nil
    }

    private func wholeBlocks(_ count: Int) -> Int { count / blockSize * blockSize }
}

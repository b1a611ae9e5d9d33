import Attendance

/// Access to a tag's memory by READ BINARY (FF B0) and UPDATE BINARY (FF D6), in the largest pieces that the reader accepts.
/// PC/SC part 3, 3.2.2.1.8 and 3.2.2.1.9.
struct BinaryBlocks<Transport: APDUTransport>: BlockAccess {
    let transport: Transport
    let kind: TagKind
    /// The tag that may be written; nil for read-only access.
    let uid: UID?
    var blockSize = 4
    var capabilities: ReaderCapabilities

    /// A read size in bytes that every known reader accepts for tags of four-byte pages. The next smaller size is one block.
    private static var cautiousRead: Int { 16 }
    /// The maximum number of bytes per read: a multiple of every block size, and below the 256 that a short response holds.
    private static var maxBytes: Int { 224 }

    init(_ transport: Transport, _ kind: TagKind, uid: UID?, capabilities: ReaderCapabilities) {
        self.transport = transport
        self.kind = kind
        self.uid = uid
        self.capabilities = capabilities
    }

    /// Retries a refused read with a smaller size. The smaller size is stored in `capabilities` only if the size caused the
    /// refusal: the status says so, or the read began at block 0, which every tag has.
    mutating func read(block: Int, count: Int) async throws -> [UInt8] {
        let whole = (count + blockSize - 1) / blockSize * blockSize
        let limit = wholeBlocks(min(Self.maxBytes, capabilities.largestRead ?? .max))
        var size = max(blockSize, min(whole, limit))
        var isSizeAtFault = false
        while true {
            let response = try await transport.respond(to: Self.command(0xB0, block) + [UInt8(size)])
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

    /// UPDATE BINARY does not carry a UID, so the UID is read immediately before.
    mutating func write(block: Int, _ bytes: [UInt8]) async throws {
        let found = try await transport.uid(of: kind)
        guard found == uid else { throw TagError.otherTag(found) }
        let response = try await transport.respond(to: Self.command(0xD6, block) + [UInt8(bytes.count)] + bytes)
        guard response.status == .success else { throw TagError.refused(.updateBinary(block: block), response.status) }
    }

    mutating func close() {}

    /// The possible block sizes: the offsets in `image` at which the bytes of block 1, read alone, occur. Several if the
    /// memory repeats itself. `image` is the memory from block 0.
    func possibleBlockSizes(_ image: [UInt8]) async throws -> [Int] {
        let response = try await transport.respond(to: Self.command(0xB0, 1) + [UInt8(blockSize)])
        if let exact = response.status.exactLength, Type5Memory.blockSizes.contains(exact) { return [exact] }
        guard response.status == .success, !response.data.isEmpty else { return [blockSize] }
        return Type5Memory.blockSizes.filter { image.dropFirst($0).starts(with: response.data.prefix(4)) }
    }

    private static func command(_ instruction: UInt8, _ block: Int) -> [UInt8] {
        [0xFF, instruction, UInt8(block >> 8 & 0xFF), UInt8(block & 0xFF)]
    }

    /// The next smaller size after `size` was refused; nil if there is none.
    private func smaller(than size: Int, _ status: StatusWord) -> Int? {
        if status.isNotSupported { return nil }
        if let exact = status.exactLength, exact >= blockSize, exact < size { return wholeBlocks(exact) }
        if size > Self.cautiousRead { return Self.cautiousRead }
        return size > blockSize ? blockSize : nil
    }

    private func wholeBlocks(_ count: Int) -> Int { count / blockSize * blockSize }
}

extension APDUTransport {
    /// Reads the UID (FF CA). PC/SC part 3, 3.2.2.1.3.
    /// - Throws: `TagError.refused` if the reader returns no UID.
    func uid(of kind: TagKind) async throws -> UID {
        var response = try await respond(to: [0xFF, 0xCA, 0x00, 0x00, 0x00])
        if let exact = response.status.exactLength {
            response = try await respond(to: [0xFF, 0xCA, 0x00, 0x00, UInt8(exact)])
        }
        guard response.status == .success, !response.data.isEmpty else {
            throw TagError.refused(.getUID, response.status)
        }
        // Some readers return ISO 15693 UIDs in transmission order, E0 last.
        let isReversed = kind == .type5 && response.data.count == 8 && response.data[7] == 0xE0 && response.data[0] != 0xE0
        return UID(isReversed ? response.data.reversed() : response.data)
    }
}

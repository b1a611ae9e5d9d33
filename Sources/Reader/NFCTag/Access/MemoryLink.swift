import Attendance

/// The memory of one Type 2 or Type 5 tag, read from its beginning as far as needed, by the access method of the reader.
struct MemoryLink<Transport: APDUTransport> {
    let transport: Transport
    let kind: TagKind
    /// The UID by FF CA; nil while a Type 2 tag is only read.
    private(set) var uid: UID?
    /// The beginning of the memory as read, including later writes.
    private(set) var image: [UInt8] = []
    /// True if `image` ends at the end of the chip.
    private(set) var isWhole = false
    private var blocks: any BlockAccess

    /// The largest block number: two bytes in every access method.
    static var lastBlock: Int { 0xFFFF }

    var blockSize: Int { blocks.blockSize }
    var capabilities: ReaderCapabilities { blocks.capabilities }

    init(_ transport: Transport, _ kind: TagKind, uid: UID?, capabilities: ReaderCapabilities) {
        self.transport = transport
        self.kind = kind
        self.uid = uid
        blocks = BinaryBlocks(transport, kind, uid: uid, capabilities: capabilities)
        if capabilities.accessMethod == .frames { useFrames() }
    }

    /// Reads until the content of the memory is known.
    mutating func readContent() async throws -> TagMemory {
        while true {
            switch kind == .type2 ? Type2Memory.scan(image, isWhole: isWhole) : Type5Memory.scan(image, isWhole: isWhole) {
            case .memory(let memory): return memory
            case .incomplete(let end): try await read(upTo: end)
            }
        }
    }

    /// Reads until `image` holds `count` bytes or the chip ends.
    mutating func load(_ count: Int) async throws {
        while image.count < count && !isWhole { try await read(upTo: count) }
    }

    /// Writes one block. A write whose response is missing may have succeeded, so the block is read before the write fails.
    mutating func write(_ write: BlockWrite) async throws {
        guard write.block <= Self.lastBlock else { throw TagError.unsupported }
        do {
            try await blocks.write(block: write.block, write.bytes)
        } catch TagError.refused(.updateBinary, let status) where status.isNotSupported && capabilities.accessMethod != .frames
        {
            useFrames()
            guard image.starts(with: try await blocks.read(block: 0, count: 16)) else { throw TagError.notVerified(block: 0) }
            try await blocks.write(block: write.block, write.bytes)
        } catch TagError.refused(.updateBinary(let block), let status) {
            if try await !holds(write) {
                try await writeByFrames(write, insteadOf: TagError.refused(.updateBinary(block: block), status))
            }
        } catch TagError.refusedByTag(.updateBinary(let block), let error) {
            guard try await holds(write) else { throw TagError.refusedByTag(.updateBinary(block: block), error) }
        } catch TagError.exchangeFailed(.updateBinary(let block), let error) {
            guard try await holds(write) else { throw TagError.exchangeFailed(.updateBinary(block: block), error) }
        }
        image.replaceSubrange(write.range(blockSize), with: write.bytes)
    }

    /// Reads blocks back and compares them with their expected bytes.
    /// - Throws: `TagError.notVerified` for the first block that differs.
    mutating func verify(_ writes: [BlockWrite]) async throws {
        guard let first = writes.map(\.block).min(), let last = writes.map(\.block).max() else { return }
        let start = first * blockSize
        var held: [UInt8] = []
        while held.count < (last + 1) * blockSize - start {
            let next = first + held.count / blockSize
            held += try await blocks.read(block: next, count: (last + 1 - next) * blockSize)
        }
        for write in writes where !held.dropFirst(write.block * blockSize - start).starts(with: write.bytes) {
            throw TagError.notVerified(block: write.block)
        }
    }

    /// Sets one-time programmable bits. The other bits of the block stay unchanged or follow the chip's rules.
    /// - Returns: true if a write was necessary.
    /// - Throws: `TagError.notVerified` if a bit is still 0.
    mutating func setBits(_ bits: BlockWrite) async throws -> Bool {
        func areSet(in held: [UInt8]) -> Bool { zip(bits.bytes, held).allSatisfy { $0 & $1 == $0 } }
        guard try await !areSet(in: blocks.read(block: bits.block, count: blockSize)) else { return false }
        do {
            try await blocks.write(block: bits.block, bits.bytes)
        } catch let error as TagError where error.isRefusal {
            // The write may have succeeded. The block is read next.
        }
        guard try await areSet(in: blocks.read(block: bits.block, count: blockSize)) else {
            throw TagError.notVerified(block: bits.block)
        }
        return true
    }

    /// True if the block exists. A failed read counts as a missing block only if block 0 can still be read.
    mutating func canRead(block: Int) async throws -> Bool {
        do {
            return try await !blocks.read(block: block, count: blockSize).isEmpty
        } catch let error as TagError where error.isRefusal || error.isSilence {
            guard try await image.starts(with: blocks.read(block: 0, count: blockSize)) else { throw error }
            return false
        }
    }

    /// Reads an NTAG's size. The chip accepts other commands afterwards.
    /// - Returns: nil for any other chip, and if the reader cannot pass the command.
    mutating func version() async throws -> ChipVersion? {
        guard kind == .type2 else { return nil }
        if var frames = blocks as? Type2Frames<Transport> {
            defer { blocks = frames }
            return try await frames.version()
        }
        var frames = Type2Frames(transport, capabilities: capabilities)
        var version: ChipVersion?
        do {
            version = try await frames.version()
            try await frames.close()
        } catch TagError.refused(.transparentSession, _) {
            version = capabilities.passesPN532 ? try await versionByPN532() : nil
        } catch TagError.exchangeFailed {
            try? await frames.close()
        }
        guard try await image.starts(with: blocks.read(block: 0, count: blockSize)) else { throw TagError.tagGone }
        return version
    }

    private func versionByPN532() async throws -> ChipVersion? {
        let answer = try await transport.respond(to: PN532Command.exchange(ChipVersion.command))
        if answer.status == .success, let frame = PN532Command.frame(in: answer.data), frame.count == 8 {
            return ChipVersion(frame)
        }
        _ = try await transport.respond(to: PN532Command.reactivate)
        return nil
    }

    /// Writes a block of a Type 5 tag by a frame after UPDATE BINARY failed: some chips write only with the option flag,
    /// which UPDATE BINARY does not set. All further access uses frames.
    /// - Throws: `refusal` if the reader does not pass frames; otherwise the tag's own error.
    private mutating func writeByFrames(_ write: BlockWrite, insteadOf refusal: TagError) async throws {
        guard kind == .type5, let uid, blocks is BinaryBlocks<Transport> else { throw refusal }
        var frames = Type5Frames(transport, uid: uid, blockSize: blockSize, capabilities: capabilities)
        do {
            do {
                try await frames.write(block: write.block, write.bytes)
            } catch TagError.exchangeFailed(.updateBinary, .noAnswer) {
                guard try await frames.read(block: write.block, count: blockSize) == write.bytes else { throw refusal }
            }
            blocks = frames
        } catch {
            try? await frames.close()
            switch error as? TagError {
            case .refused?, .exchangeFailed?: throw refusal
            default: throw error
            }
        }
    }

    /// Runs `body` with frame access to an ISO 15693 tag. The access method for other calls stays the same.
    mutating func withFrames<Result>(
        _ body: (inout Type5Frames<Transport>) async throws -> Result
    ) async throws -> Result {
        guard kind == .type5, let uid else { throw TagError.unsupported }
        if var frames = blocks as? Type5Frames<Transport> {
            defer { blocks = frames }
            return try await body(&frames)
        }
        var frames = Type5Frames(transport, uid: uid, capabilities: capabilities)
        do {
            let result = try await body(&frames)
            try await frames.close()
            return result
        } catch {
            try? await frames.close()
            throw error
        }
    }

    /// Sets the block size that the chip reports.
    mutating func setBlockSize(_ blockSize: Int) {
        guard var binary = blocks as? BinaryBlocks<Transport> else { return }
        binary.blockSize = blockSize
        blocks = binary
        image.removeLast(image.count % blockSize)
    }

    /// Releases the access method. Errors are ignored because the tag may be gone.
    mutating func close() async { try? await blocks.close() }

    private mutating func useFrames() {
        guard blocks is BinaryBlocks<Transport> else { return }
        var capabilities = blocks.capabilities
        capabilities.accessMethod = .frames
        switch (kind, uid) {
        case (.type5, let uid?): blocks = Type5Frames(transport, uid: uid, capabilities: capabilities)
        case (.type2, _): blocks = Type2Frames(transport, capabilities: capabilities)
        default: break
        }
    }

    /// Reads the next piece.
    private mutating func read(upTo end: Int) async throws {
        let block = image.count / blockSize
        guard block <= Self.lastBlock else { throw TagError.unsupported }
        do {
            image += try await blocks.read(block: block, count: end - image.count)
        } catch TagError.refused(.readBinary, let status) where status.isNotSupported && capabilities.accessMethod != .frames {
            useFrames()
        } catch TagError.refused(let command, let status) where !image.isEmpty {
            try await handleRefusedRead { TagError.refused(command, status) }
        } catch TagError.refusedByTag(let command, let error) where !image.isEmpty {
            try await handleRefusedRead { TagError.refusedByTag(command, error) }
        } catch TagError.exchangeFailed(let command, .noAnswer) where !image.isEmpty {
            try await handleRefusedRead { TagError.exchangeFailed(command, .noAnswer) }
        }
        if block == 0 && kind == .type5 && image.count > 4 && isBlockSizeUncertain { try await determineBlockSize() }
    }

    /// Determines the block size: from the memory or, if that is ambiguous, from the chip's system information. If both
    /// fail, the smallest size is used, because a write of a wrong size is refused.
    private mutating func determineBlockSize() async throws {
        guard let binary = blocks as? BinaryBlocks<Transport> else { return }
        let sizes = try await binary.possibleBlockSizes(image)
        if sizes.count > 1 {
            do {
                let information = try await withFrames { try await $0.systemInformation() }
                if let size = information.blockSize, Type5Memory.blockSizes.contains(size) {
                    return setBlockSize(size)
                }
            } catch let error as TagError where error.isRefusal {
                // The reader does not pass frames, or the tag does not support the command.
            }
        }
        setBlockSize(sizes.first ?? blockSize)
    }

    /// Handles a refused read: either the chip ends before its data area, or the tag is leaving the field. Block 0 is
    /// readable only in the first case. A second read of the refused block rules out a transmission error.
    private mutating func handleRefusedRead(otherwise error: () -> TagError) async throws {
        let again = try await blocks.read(block: 0, count: blockSize)
        guard image.starts(with: again) else { throw error() }
        do {
            image += try await blocks.read(block: image.count / blockSize, count: blockSize)
        } catch let error as TagError where error.isRefusal || error.isSilence {
            isWhole = true
        }
    }

    private mutating func holds(_ write: BlockWrite) async throws -> Bool {
        try await blocks.read(block: write.block, count: blockSize) == write.bytes
    }

    /// True if the block size is uncertain. ST, NXP, Texas Instruments and EM make only blocks of four bytes; other
    /// manufacturers also make 8 and 32.
    private var isBlockSizeUncertain: Bool {
        guard let uid, uid.bytes.count == 8 else { return true }
        return ![0x02, 0x04, 0x07, 0x16].contains(uid.bytes[1])
    }
}

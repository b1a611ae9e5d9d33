/// The memory of one Type 2 or Type 5 tag, read from its beginning as far as needed, over the way that the reader has.
struct MemoryLink<Transport: APDUTransport> {
    let transport: Transport
    let kind: TagKind
    /// The UID by FF CA; not asked for as long as a Type 2 tag is only read.
    private(set) var uid: TagUID?
    /// The memory's beginning as it was read, and as it was changed since.
    private(set) var image: [UInt8] = []
    /// Whether `image` ends where the chip does.
    private(set) var isWhole = false
    private var blocks: any BlockAccess

    /// Block numbers have two bytes at most, in every way to a tag.
    static var lastBlock: Int { 0xFFFF }

    var blockSize: Int { blocks.blockSize }
    var capabilities: ReaderCapabilities { blocks.capabilities }

    init(_ transport: Transport, _ kind: TagKind, uid: TagUID?, capabilities: ReaderCapabilities) {
        self.transport = transport
        self.kind = kind
        self.uid = uid
        blocks = BinaryBlocks(transport, kind, uid: uid, capabilities: capabilities)
        if capabilities.memoryWay == .frames { useFrames() }
    }

    /// Reads as far as it takes to know what the memory holds.
    mutating func understand() async throws -> TagMemory {
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

    /// Writes one block. A failed write may have happened all the same: the block is read before it counts as failed.
    mutating func write(_ write: BlockWrite) async throws {
        guard write.block <= Self.lastBlock else { throw TagError.unsupported }
        do {
            try await blocks.write(block: write.block, write.bytes)
        } catch TagError.refused(.updateBinary, let status) where status.isNotSupported && capabilities.memoryWay != .frames {
            useFrames()
            guard image.starts(with: try await blocks.read(block: 0, count: 16)) else { throw TagError.notVerified(block: 0) }
            try await blocks.write(block: write.block, write.bytes)
        } catch TagError.refused(.updateBinary(let block), let status) {
            if try await !holds(write) {
                try await writeByFrames(write, insteadOf: TagError.refused(.updateBinary(block: block), status))
            }
        } catch TagError.refusedByTag(.updateBinary(let block), let error) {
            guard try await holds(write) else { throw TagError.refusedByTag(.updateBinary(block: block), error) }
        } catch TagError.notPassed(.updateBinary(let block), let error) {
            guard try await holds(write) else { throw TagError.notPassed(.updateBinary(block: block), error) }
        }
        image.replaceSubrange(write.range(blockSize), with: write.bytes)
    }

    /// Reads blocks back and compares them with what they should hold.
    /// - Throws: `TagError.notVerified` for the first that differs.
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

    /// Sets bits that cannot be cleared again; the others of the block stay as they are, or follow the chip's rules.
    /// - Returns: whether anything had to be written.
    /// - Throws: `TagError.notVerified` when a bit stayed 0.
    mutating func setBits(_ bits: BlockWrite) async throws -> Bool {
        func areSet(in held: [UInt8]) -> Bool { zip(bits.bytes, held).allSatisfy { $0 & $1 == $0 } }
        guard try await !areSet(in: blocks.read(block: bits.block, count: blockSize)) else { return false }
        do {
            try await blocks.write(block: bits.block, bits.bytes)
        } catch let error as TagError where error.isRefusal {
            // It may have happened all the same: the block tells.
        }
        guard try await areSet(in: blocks.read(block: bits.block, count: blockSize)) else {
            throw TagError.notVerified(block: bits.block)
        }
        return true
    }

    /// Whether a block is there. The tag is known to be: its beginning can still be read.
    mutating func canRead(block: Int) async throws -> Bool {
        do {
            return try await !blocks.read(block: block, count: blockSize).isEmpty
        } catch let error as TagError where error.isRefusal || error.isSilence {
            guard try await image.starts(with: blocks.read(block: 0, count: blockSize)) else { throw error }
            return false
        }
    }

    /// Asks an NTAG for its size. The chip is ready for other commands afterwards.
    /// - Returns: nil for another chip, and where the reader has no way for the question.
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
        } catch TagError.notPassed {
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

    /// Writes a block of a Type 5 tag by a frame after the reader failed to: some chips write with the option flag only, and
    /// UPDATE BINARY leaves it out. The work goes on by frames.
    /// - Throws: `refusal` where frames do not pass either; what the tag itself says where they do.
    private mutating func writeByFrames(_ write: BlockWrite, insteadOf refusal: TagError) async throws {
        guard kind == .type5, let uid, blocks is BinaryBlocks<Transport> else { throw refusal }
        var frames = Type5Frames(transport, uid: uid, blockSize: blockSize, capabilities: capabilities)
        do {
            do {
                try await frames.write(block: write.block, write.bytes)
            } catch TagError.notPassed(.updateBinary, .noAnswer) {
                guard try await frames.read(block: write.block, count: blockSize) == write.bytes else { throw refusal }
            }
            blocks = frames
        } catch {
            try? await frames.close()
            switch error as? TagError {
            case .refused?, .notPassed?: throw refusal
            default: throw error
            }
        }
    }

    /// What only frames to an ISO 15693 tag can do. The way to the memory stays as it was.
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

    /// Takes the size of blocks from the chip's own word.
    mutating func take(blockSize: Int) {
        guard var binary = blocks as? BinaryBlocks<Transport> else { return }
        binary.blockSize = blockSize
        blocks = binary
        image.removeLast(image.count % blockSize)
    }

    /// Ends what was begun with the reader. The tag may be gone; then there is nothing left to end.
    mutating func close() async { try? await blocks.close() }

    private mutating func useFrames() {
        guard blocks is BinaryBlocks<Transport> else { return }
        var capabilities = blocks.capabilities
        capabilities.memoryWay = .frames
        switch (kind, uid) {
        case (.type5, let uid?): blocks = Type5Frames(transport, uid: uid, capabilities: capabilities)
        case (.type2, _): blocks = Type2Frames(transport, capabilities: capabilities)
        default: break
        }
    }

    /// Reads one more piece.
    private mutating func read(upTo end: Int) async throws {
        let block = image.count / blockSize
        guard block <= Self.lastBlock else { throw TagError.unsupported }
        do {
            image += try await blocks.read(block: block, count: end - image.count)
        } catch TagError.refused(.readBinary, let status) where status.isNotSupported && capabilities.memoryWay != .frames {
            useFrames()
        } catch TagError.refused(let command, let status) where !image.isEmpty {
            try await takeForEnd { TagError.refused(command, status) }
        } catch TagError.refusedByTag(let command, let error) where !image.isEmpty {
            try await takeForEnd { TagError.refusedByTag(command, error) }
        } catch TagError.notPassed(let command, .noAnswer) where !image.isEmpty {
            try await takeForEnd { TagError.notPassed(command, .noAnswer) }
        }
        if block == 0 && kind == .type5 && image.count > 4 && isBlockSizeUnsure { try await learnBlockSize() }
    }

    /// Where the memory does not tell the size of its blocks, the chip may be asked. If it cannot, the smallest size stands: a
    /// write of another size than a block's is refused.
    private mutating func learnBlockSize() async throws {
        guard let binary = blocks as? BinaryBlocks<Transport> else { return }
        let sizes = try await binary.possibleBlockSizes(image)
        if sizes.count > 1 {
            do {
                let information = try await withFrames { try await $0.systemInformation() }
                if let size = information.blockSize, Type5Memory.blockSizes.contains(size) {
                    return take(blockSize: size)
                }
            } catch let error as TagError where error.isRefusal {
                // No frames with this reader, or no such command with this tag.
            }
        }
        take(blockSize: sizes.first ?? blockSize)
    }

    /// A refused read means that the chip ends before its data area, or that the tag is leaving: its beginning tells. What can
    /// be read after all was only ill received.
    private mutating func takeForEnd(otherwise error: () -> TagError) async throws {
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

    /// Blocks of four bytes are all that ST, NXP, Texas Instruments and EM make; others make 8 and 32 too.
    private var isBlockSizeUnsure: Bool {
        guard let uid, uid.bytes.count == 8 else { return true }
        return ![0x02, 0x04, 0x07, 0x16].contains(uid.bytes[1])
    }
}

extension TagWriter {
    /// Formats a chip according to its size. The container is written last, or together with the empty TLV if they share a
    /// block.
    /// - Returns: the number of write commands.
    static func formatType5(_ link: inout MemoryLink<Transport>) async throws -> Int {
        let chip = try await link.readGeometry()
        let container = Type5Memory.container(
            blockCount: chip.blockCount, blockSize: chip.blockSize, readsMultiple: chip.readsMultiple)
        var bytes = container + [0x03, 0x00, 0xFE]
        bytes += Array(repeating: 0, count: (chip.blockSize - bytes.count % chip.blockSize) % chip.blockSize)
        try await link.load(bytes.count)
        guard link.image.count >= bytes.count else { throw TagError.tooSmall(missing: bytes.count - link.image.count) }
        let writes = (0..<bytes.count / chip.blockSize).reversed().map { block in
            BlockWrite(block: block, bytes: Array(bytes[block * chip.blockSize..<(block + 1) * chip.blockSize]))
        }
        let changed = writes.filter { link.image[$0.range(chip.blockSize)] != $0.bytes[...] }
        for write in changed where write.block > 0 { try await link.write(write) }
        try await link.verify(changed.filter { $0.block > 0 })
        for write in changed where write.block == 0 {
            try await link.write(write)
            try await link.verify([write])
        }
        return changed.count
    }

    /// Sets the container's write access to none, then locks every block up to the end of the area. A tag that is removed in
    /// between stays readable, and a repeated call locks the rest.
    /// - Returns: the number of write commands.
    static func lockType5(_ link: inout MemoryLink<Transport>, _ area: DataArea) async throws -> Int {
        let size = link.blockSize
        let chip = try await link.withFrames { try await $0.systemInformation() }
        let blocks = min((area.end + size - 1) / size, chip.blockCount ?? .max)
        var first = Array(link.image.prefix(size))
        first[1] |= 0x03
        var writes = 0
        if !link.image.starts(with: first) {
            try await link.write(BlockWrite(block: 0, bytes: first))
            try await link.verify([BlockWrite(block: 0, bytes: first)])
            writes += 1
        }
        try await link.withFrames { frames in
            for block in 0..<blocks { try await frames.lock(block: block) }
        }
        return writes + blocks
    }
}

/// The number and size of a Type 5 chip's blocks.
struct Type5Geometry {
    var blockCount: Int
    var blockSize: Int
    /// True if the chip supports READ MULTIPLE BLOCKS.
    var readsMultiple: Bool
}

extension MemoryLink {
    /// Reads the chip's size from its system information. If the reader does not pass frames, the size is found by reading
    /// blocks.
    mutating func readGeometry() async throws -> Type5Geometry {
        do {
            let chip = try await withFrames { frames in
                let information = try await frames.systemInformation()
                guard let count = information.blockCount, let size = information.blockSize,
                    Type5Memory.blockSizes.contains(size)
                else { throw TagError.unsupported }
                _ = try await frames.read(block: 0, count: 2 * size)
                return Type5Geometry(blockCount: count, blockSize: size, readsMultiple: frames.readsMultiple)
            }
            setBlockSize(chip.blockSize)
            return chip
        } catch let error as TagError where error.isRefusal || error == .unsupported {
            let count = try await countBlocks()
            return Type5Geometry(blockCount: count, blockSize: blockSize, readsMultiple: isKnownToReadMultiple)
        }
    }

    /// The number of readable blocks, found by binary search. A chip refuses a block that does not exist.
    private mutating func countBlocks() async throws -> Int {
        try await load(Type5Memory.typicalSize)
        var readable = image.count / blockSize
        var missing = 64
        while try await canRead(block: missing - 1) {
            readable = missing
            missing *= 2
            guard missing <= 0x1_0000 else { return readable }
        }
        while missing - readable > 1 {
            let middle = (readable + missing) / 2
            if try await canRead(block: middle - 1) { readable = middle } else { missing = middle }
        }
        return readable
    }

    /// True for the chips of NXP (ICODE SLI family) and ST (ST25TV, ST25DV, M24LR), which support READ MULTIPLE BLOCKS.
    private var isKnownToReadMultiple: Bool {
        guard let uid, uid.bytes.count == 8 else { return false }
        return uid.bytes[1] == 0x04 || uid.bytes[1] == 0x02
    }
}

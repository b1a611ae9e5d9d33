/// A tag's memory as it was read, from page or block 0 on; of a Type 4 tag, its NDEF file.
package struct TagDump: Equatable, Sendable {
    package var uid: TagUID
    package var kind: TagKind
    /// Bytes in a page or block; for a file, which has none, in a line of the dump.
    package var blockSize: Int
    package var bytes: [UInt8]

    package init(uid: TagUID, kind: TagKind, blockSize: Int, bytes: [UInt8]) {
        self.uid = uid
        self.kind = kind
        self.blockSize = blockSize
        self.bytes = bytes
    }

    /// The same with the bytes of every block in the other order, as some industrial tags are laid out.
    package var withBlocksReversed: TagDump {
        var dump = self
        dump.bytes = stride(from: 0, to: bytes.count, by: blockSize).flatMap { start in
            bytes[start..<min(start + blockSize, bytes.count)].reversed()
        }
        return dump
    }
}

extension TagDump {
    /// What of the tag is not in the dump; nil where it is whole.
    package var omission: String? {
        switch kind {
        case .type2: "Lock bits and configuration, which some chips have behind the data area, are not in the dump."
        case .type4: "The dump is the NDEF file; the capability container and other files are not in it."
        default: nil
        }
    }
}

/// Why a dump does not belong on a tag.
package enum DumpMismatch: Equatable, Hashable, Sendable {
    case kind(dump: TagKind, tag: TagKind)
    case uid(dump: TagUID, tag: TagUID)
    /// Bytes of the memory.
    case size(dump: Int, tag: Int)
    case blockSize(dump: Int, tag: Int)
}

extension DumpMismatch: CustomStringConvertible {
    package var description: String {
        switch self {
        case .kind(let dump, let tag): "it is of a \(dump) tag, and this is \(tag)"
        case .uid(let dump, let tag): "it is of the tag \(dump), and this is \(tag)"
        case .size(let dump, let tag): "it has \(dump) bytes, and this tag \(tag)"
        case .blockSize(let dump, let tag): "its blocks have \(dump) bytes, and this tag's \(tag)"
        }
    }
}

extension TagWriter {
    /// Reads everything that `restore` writes: a Type 2 tag up to the end of its data area, behind which some readers lose the
    /// tag; a Type 5 tag up to its end; of a Type 4 tag the NDEF file. Lock bits and configuration of a Type 2 tag are not in it.
    /// - Throws: `TagError`, or what the way to the tag throws.
    package mutating func dump(expecting uid: TagUID? = nil) async throws -> TagDump {
        if kind == .type4 { return try await dumpType4(expecting: uid) }
        var dump: TagDump?
        _ = try await withMemory(expecting: uid) { link in
            let memory = try await link.understand()
            let end = link.kind == .type2 ? memory.area?.end ?? Type2Memory.smallestSize : Type5Memory.largestSize
            try await link.load(end)
            guard let uid = link.uid else { throw TagError.unsupported }
            dump = TagDump(uid: uid, kind: link.kind, blockSize: link.blockSize, bytes: link.image)
            return 0
        }
        guard let dump else { throw TagError.unsupported }
        return dump
    }

    /// Writes a dump back to the tag that it was read from.
    /// - Throws: as `restore(_:expecting:)`; `TagError.dumpDoesNotFit` before anything is written where kind, UID, size or block
    ///   size differ.
    package mutating func restore(_ dump: TagDump, expecting uid: TagUID? = nil) async throws -> TagWriting {
        guard dump.kind == kind else { throw TagError.dumpDoesNotFit(.kind(dump: dump.kind, tag: kind)) }
        let found = try await identify(expecting: uid)
        guard found == dump.uid else { throw TagError.dumpDoesNotFit(.uid(dump: dump.uid, tag: found)) }
        return try await restore(dump.bytes, expecting: found, blockSize: dump.blockSize)
    }

    /// Writes a memory to whichever tag lies there: of a Type 2 tag the data area alone, for the pages before it hold bits that
    /// cannot be cleared, and without the lock bits within it.
    ///
    /// Where both memories have an NDEF structure in the same place, the tag may be lifted at any moment as in writing.
    /// - Throws: `TagError`, or what the way to the tag throws; `TagError.tooSmall` before anything is written.
    package mutating func restore(_ bytes: [UInt8], expecting uid: TagUID? = nil) async throws -> TagWriting {
        try await restore(bytes, expecting: uid, blockSize: nil)
    }

    /// - Parameter blockSize: the tag must have blocks of this size, and as many bytes; nil where it need not.
    private mutating func restore(
        _ bytes: [UInt8], expecting uid: TagUID?, blockSize: Int?
    ) async throws -> TagWriting {
        if kind == .type4 { return try await restoreType4(bytes, expecting: uid, isWhole: blockSize != nil) }
        return try await withMemory(expecting: uid) { link in
            let old = try await link.understand()
            let end = old.area?.end ?? Type2Memory.smallestSize
            if let blockSize {
                guard link.blockSize == blockSize else {
                    throw TagError.dumpDoesNotFit(.blockSize(dump: blockSize, tag: link.blockSize))
                }
                try await link.load(link.kind == .type2 ? end : bytes.count + blockSize)
                let size = link.kind == .type2 ? min(end, link.image.count) : link.image.count
                guard size == bytes.count else { throw TagError.dumpDoesNotFit(.size(dump: bytes.count, tag: size)) }
            }
            try await link.load(link.kind == .type2 ? min(bytes.count, end) : bytes.count)
            guard bytes.count <= link.image.count else { throw TagError.tooSmall(missing: bytes.count - link.image.count) }
            let plan = RestorePlan(from: link.image, old, to: bytes, link.kind, blockSize: link.blockSize)
            guard plan.writes.isEmpty || old.access == .readWrite else { throw TagError.writeProtected }
            for write in plan.writes { try await link.write(write) }
            try await link.verify(plan.final)
            return plan.writes.count
        }
    }
}

/// The block writes that turn one memory into another, the message's length and the capability container last.
struct RestorePlan {
    private(set) var writes: [BlockWrite] = []
    /// What the blocks hold at the end.
    let final: [BlockWrite]

    init(from image: [UInt8], _ old: TagMemory, to bytes: [UInt8], _ kind: TagKind, blockSize: Int) {
        let scan = kind == .type2 ? Type2Memory.scan(bytes, isWhole: true) : Type5Memory.scan(bytes, isWhole: true)
        var new: TagMemory?
        if case .memory(let memory) = scan { new = memory }
        var target = bytes + image[bytes.count...]
        // A lock bit that is set is set for ever.
        for place in [old.area, new?.area].flatMap({ $0?.dynamicLocks ?? [] }).flatMap(\.bytes) where place < target.count {
            target[place] = image[place]
        }
        func write(_ block: Int, of memory: [UInt8]) -> BlockWrite {
            BlockWrite(block: block, bytes: Array(memory[block * blockSize..<(block + 1) * blockSize]))
        }
        let first = kind == .type2 ? 4 : 0
        let changed = (0..<target.count / blockSize).filter { $0 >= first && write($0, of: image) != write($0, of: target) }
        final = changed.map { write($0, of: target) }
        guard let new, let area = new.area, let offset = new.ndef?.offset else {
            writes = final
            return
        }
        if let place = old.ndef?.offset, let area = old.area, !changed.isEmpty {
            var empty = image
            let length = area.skippingHoles(area.skippingHoles(place) + 1)
            empty[length] = 0
            let invalidation = write(length / blockSize, of: empty)
            if invalidation != write(length / blockSize, of: image) { writes.append(invalidation) }
        }
        let commit = area.skippingHoles(area.skippingHoles(offset) + 1) / blockSize
        let container = kind == .type2 ? 0 : (area.start - 1) / blockSize
        let data = changed.filter { $0 > container && $0 != commit }
        let last = (changed.contains(commit) || !writes.isEmpty) && commit > container ? [commit] : []
        let containers = (0...container).reversed().filter { block in
            changed.contains(block) || writes.contains { $0.block == block }
        }
        writes += (data + last + containers).map { write($0, of: target) }
    }
}

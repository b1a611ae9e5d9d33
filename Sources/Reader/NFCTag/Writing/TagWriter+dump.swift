package import Attendance

extension TagWriter {
    /// Reads everything that `restore` writes. Type 2: up to the end of the data area, because some readers lose the tag
    /// beyond it; without lock bits and configuration. Type 5: the whole memory. Type 4: the NDEF file.
    /// - Throws: `TagError`, or an error of the transport.
    package mutating func dump(expecting uid: UID? = nil) async throws -> TagDump {
        if kind == .type4 { return try await dumpType4(expecting: uid) }
        var dump: TagDump?
        _ = try await withMemory(expecting: uid) { link in
            let memory = try await link.readContent()
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
    /// - Throws: like `restore(_:expecting:)`. `TagError.dumpDoesNotFit` before the first write if kind, UID, size or block
    ///   size differ.
    package mutating func restore(_ dump: TagDump, expecting uid: UID? = nil) async throws -> TagWriteResult {
        guard dump.kind == kind else { throw TagError.dumpDoesNotFit(.kind(dump: dump.kind, tag: kind)) }
        let found = try await identify(expecting: uid)
        guard found == dump.uid else { throw TagError.dumpDoesNotFit(.uid(dump: dump.uid, tag: found)) }
        return try await restore(dump.bytes, expecting: found, blockSize: dump.blockSize)
    }

    /// Writes bytes to any tag. On a Type 2 tag only the data area is written, without the lock bits in it: the pages before
    /// it hold bits that cannot be cleared.
    ///
    /// If both memories have an NDEF structure at the same offset, the tag may be removed at any moment, as during a message
    /// write.
    /// - Throws: `TagError`, or an error of the transport. `TagError.tooSmall` before the first write.
    package mutating func restore(_ bytes: [UInt8], expecting uid: UID? = nil) async throws -> TagWriteResult {
        try await restore(bytes, expecting: uid, blockSize: nil)
    }

    /// - Parameter blockSize: the required block size; the tag must also have exactly as many bytes. Nil disables both
    ///   checks.
    private mutating func restore(
        _ bytes: [UInt8], expecting uid: UID?, blockSize: Int?
    ) async throws -> TagWriteResult {
        if kind == .type4 { return try await restoreType4(bytes, expecting: uid, isWhole: blockSize != nil) }
        return try await withMemory(expecting: uid) { link in
            let old = try await link.readContent()
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

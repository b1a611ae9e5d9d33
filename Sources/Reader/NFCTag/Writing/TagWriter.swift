package import Attendance

/// Writes one tag so that it can be removed at any moment: it then holds its old content, no message, or the new message,
/// and repeating the same call completes the work.
///
/// Every procedure reads the UID first and refuses any tag other than `expecting`. The UID is checked again before each
/// write, by the write command itself if it carries the UID. Written bytes are read back before the message gets its length.
package struct TagWriter<Transport: APDUTransport> {
    let transport: Transport
    private let answerToReset: ATR
    package let kind: TagKind
    /// What is known about the reader's limits so far.
    package internal(set) var capabilities: ReaderCapabilities

    package init(_ transport: Transport, atr: ATR, capabilities: ReaderCapabilities = ReaderCapabilities()) {
        self.transport = transport
        self.capabilities = capabilities
        answerToReset = atr
        kind = TagKind(atr)
    }

    /// A reader for the same tag.
    package var reader: TagReader<Transport> {
        TagReader(transport, atr: answerToReset, capabilities: capabilities)
    }

    /// Replaces the message on the tag.
    /// - Parameters:
    ///   - message: the new message.
    ///   - uid: the only tag that may be written; nil for any tag.
    ///   - isFormatting: true to format a tag without an NDEF structure first.
    /// - Throws: `TagError`, or an error of the transport.
    package mutating func write(
        _ message: NDEFMessage, expecting uid: UID? = nil, formatting isFormatting: Bool = false
    ) async throws -> TagWriteResult {
        let bytes = message.bytes
        if kind == .type4 { return try await putType4(bytes, expecting: uid, wiping: false) }
        return try await withMemory(expecting: uid) { link in
            var memory = try await link.readContent()
            var writes = 0
            if isFormatting, memory.content == .unformatted {
                writes += try await Self.format(&link, memory, isForced: false)
                memory = try await link.readContent()
            }
            return try await writes + Self.put(bytes, &link, memory)
        }
    }

    /// Creates an empty NDEF structure. A tag with a valid structure stays unchanged.
    /// - Parameters:
    ///   - uid: the only tag that may be written; nil for any tag.
    ///   - isForced: true to replace a damaged structure, which loses its message, and to correct a capability container
    ///     whose size differs from the chip's, if possible.
    /// - Throws: `TagError`, or an error of the transport.
    package mutating func format(expecting uid: UID? = nil, force isForced: Bool = false) async throws -> TagWriteResult {
        if kind == .type4 { return try await formatType4(expecting: uid, force: isForced) }
        var note: ContainerNote?
        var writing = try await withMemory(expecting: uid) { link in
            let memory = try await link.readContent()
            var writes = try await Self.format(&link, memory, isForced: isForced)
            guard isForced else { return writes }
            let correction = try await link.kind == .type5 ? Self.correctType5(&link) : Self.correctType2(&link)
            note = correction.note
            writes += correction.writes
            return writes
        }
        writing.note = note
        return writing
    }

    /// Removes the message and overwrites the whole data area with zeros, including the remains of an interrupted erasure.
    /// - Throws: `TagError`, or an error of the transport.
    package mutating func erase(expecting uid: UID? = nil) async throws -> TagWriteResult {
        if kind == .type4 { return try await putType4([], expecting: uid, wiping: true) }
        return try await withMemory(expecting: uid) { link in
            let memory = try await link.readContent()
            guard let area = memory.area, let message = memory.ndef else { return try await Self.put([], &link, memory) }
            try await link.load(area.end)
            return try await Self.put([], &link, memory, wiping: Self.erasableCount(area, message, link))
        }
    }

    /// Locks the tag permanently.
    /// - Throws: `TagError`, or an error of the transport.
    package mutating func lock(expecting uid: UID? = nil) async throws -> TagWriteResult {
        guard kind != .type4 else { throw TagError.noLock(kind) }
        return try await withMemory(expecting: uid) { link in
            let memory = try await link.readContent()
            guard let area = memory.area, memory.ndef != nil else { throw TagError.unformatted }
            return try await link.kind == .type2 ? Self.lockType2(&link, area) : Self.lockType5(&link, area)
        }
    }

    func identify(expecting uid: UID?) async throws -> UID {
        let found = try await transport.uid(of: kind)
        guard uid == nil || uid == found else { throw TagError.otherTag(found) }
        return found
    }

    /// Checks the UID, runs `body` with the tag's memory, and releases the reader. `body` returns the number of write
    /// commands.
    mutating func withMemory(
        expecting uid: UID?, _ body: (inout MemoryLink<Transport>) async throws -> Int
    ) async throws -> TagWriteResult {
        guard kind == .type2 || kind == .type5 else { throw TagError.unsupported }
        let found = try await identify(expecting: uid)
        var link = MemoryLink(transport, kind, uid: found, capabilities: capabilities)
        do {
            let writes = try await body(&link)
            await link.close()
            capabilities = link.capabilities
            return TagWriteResult(uid: found, kind: kind, writes: writes)
        } catch {
            await link.close()
            throw error
        }
    }

    /// Writes a message, or none, to the NDEF TLV.
    /// - Returns: the number of write commands.
    private static func put(
        _ message: [UInt8], _ link: inout MemoryLink<Transport>, _ memory: TagMemory, wiping oldLength: Int = 0
    ) async throws -> Int {
        guard let area = memory.area, let offset = memory.ndef?.offset else {
            if case .damaged(let damage) = memory.content { throw TagError.damaged(damage) }
            throw TagError.unformatted
        }
        let end = try MessagePlan.end(of: message, at: offset, in: area)
        try await link.load(min(max(end + 1, memory.ndef?.end ?? 0), area.end))
        let plan = try MessagePlan(
            message, at: offset, in: area, of: link.image, blockSize: link.blockSize, wiping: oldLength)
        guard plan.writes.isEmpty || memory.access == .readWrite else { throw TagError.writeProtected }
        try await link.execute(plan)
        return try await plan.writes.count + (link.kind == .type5 ? correctType5(&link).writes : 0)
    }

    static func format(
        _ link: inout MemoryLink<Transport>, _ memory: TagMemory, isForced: Bool
    ) async throws -> Int {
        if case .damaged(let damage) = memory.content {
            guard isForced else { throw TagError.damaged(damage) }
            if damage == .readProtected {
                guard link.kind == .type5 else { throw TagError.containerNotCorrectable }
                return try await formatType5(&link)
            }
        } else if memory.ndef != nil {
            return 0
        }
        guard let area = memory.area, let offset = memory.ndef?.offset ?? memory.insertion else {
            return try await link.kind == .type2 ? formatType2(&link) : formatType5(&link)
        }
        guard memory.access == .readWrite else { throw TagError.writeProtected }
        try await link.load(min(offset + 3, area.end))
        let plan = try MessagePlan([], at: offset, in: area, of: link.image, blockSize: link.blockSize)
        try await link.execute(plan)
        return plan.writes.count
    }
}

extension MemoryLink {
    /// Executes the writes in the plan's order, and reads everything back before the message gets its length. If the tag
    /// refuses a block, the blocks already written are restored.
    mutating func execute(_ plan: MessagePlan) async throws {
        let old = image
        var done: [BlockWrite] = []
        do {
            for block in plan.invalidation + plan.data {
                try await write(block)
                done.append(block)
            }
        } catch let error as TagError where error.isRefusal {
            for block in done.reversed() {
                try await write(BlockWrite(block: block.block, bytes: Array(old[block.range(blockSize)])))
            }
            throw error
        }
        try await verify(done)
        guard let commit = plan.commit else { return }
        try await write(commit)
        try await verify([commit])
    }
}

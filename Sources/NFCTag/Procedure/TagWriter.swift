/// What was done to a tag.
package struct TagWriting: Equatable, Sendable {
    package var uid: TagUID
    package var kind: TagKind
    /// Write commands that changed the tag; 0 where it held everything already.
    package var writes: Int
    /// What is wrong with the tag's capability container and stays so.
    package var note: ContainerNote?

    package init(uid: TagUID, kind: TagKind, writes: Int) {
        self.uid = uid
        self.kind = kind
        self.writes = writes
    }
}

/// Writes one tag so that it may be lifted at any moment: it then holds what it held, or nothing, or the new message, and the
/// same command given again completes the work.
///
/// Every procedure asks for the UID first and refuses another tag than `expecting`; the UID is looked at again before each
/// write, by the command itself where it carries one. What was written is read back before the message gets its length.
package struct TagWriter<Transport: APDUTransport> {
    let transport: Transport
    private let answerToReset: ATR
    package let kind: TagKind
    /// What the reader has shown to take so far.
    package internal(set) var capabilities: ReaderCapabilities

    package init(_ transport: Transport, atr: ATR, capabilities: ReaderCapabilities = ReaderCapabilities()) {
        self.transport = transport
        self.capabilities = capabilities
        answerToReset = atr
        kind = TagKind(atr)
    }

    /// The same tag, to be read.
    package var reader: TagReader<Transport> {
        TagReader(transport, atr: answerToReset, capabilities: capabilities)
    }

    /// Writes a message in place of the one on the tag.
    /// - Parameters:
    ///   - message: what the tag shall hold.
    ///   - uid: the only tag that may be written; nil for whichever lies there.
    ///   - isFormatting: whether a tag without an NDEF structure gets one.
    /// - Throws: `TagError`, or what the way to the tag throws.
    package mutating func write(
        _ message: NDEFMessage, expecting uid: TagUID? = nil, formatting isFormatting: Bool = false
    ) async throws -> TagWriting {
        let bytes = message.bytes
        if kind == .type4 { return try await putType4(bytes, expecting: uid, wiping: false) }
        return try await withMemory(expecting: uid) { link in
            var memory = try await link.understand()
            var writes = 0
            if isFormatting, memory.content == .unformatted {
                writes += try await Self.format(&link, memory, isForced: false)
                memory = try await link.understand()
            }
            return try await writes + Self.put(bytes, &link, memory)
        }
    }

    /// Gives the tag an NDEF structure and no message. A tag that has one stays as it is.
    /// - Parameters:
    ///   - uid: the only tag that may be written; nil for whichever lies there.
    ///   - isForced: whether a damaged structure is replaced, and its message lost. A container that does not say the chip's
    ///     size is then corrected, too, where that can be done.
    /// - Throws: `TagError`, or what the way to the tag throws.
    package mutating func format(expecting uid: TagUID? = nil, force isForced: Bool = false) async throws -> TagWriting {
        if kind == .type4 { return try await formatType4(expecting: uid, force: isForced) }
        var note: ContainerNote?
        var writing = try await withMemory(expecting: uid) { link in
            let memory = try await link.understand()
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

    /// Takes the message off the tag and writes zeros over the whole data area: also over what an interrupted erasure left.
    /// - Throws: `TagError`, or what the way to the tag throws.
    package mutating func erase(expecting uid: TagUID? = nil) async throws -> TagWriting {
        if kind == .type4 { return try await putType4([], expecting: uid, wiping: true) }
        return try await withMemory(expecting: uid) { link in
            let memory = try await link.understand()
            guard let area = memory.area, let message = memory.ndef else { return try await Self.put([], &link, memory) }
            try await link.load(area.end)
            return try await Self.put([], &link, memory, wiping: Self.erasableCount(area, message, link))
        }
    }

    /// Makes the tag unchangeable for ever.
    /// - Throws: `TagError`, or what the way to the tag throws.
    package mutating func lock(expecting uid: TagUID? = nil) async throws -> TagWriting {
        guard kind != .type4 else { throw TagError.noLock(kind) }
        return try await withMemory(expecting: uid) { link in
            let memory = try await link.understand()
            guard let area = memory.area, memory.ndef != nil else { throw TagError.unformatted }
            return try await link.kind == .type2 ? Self.lockType2(&link, area) : Self.lockType5(&link, area)
        }
    }

    func identify(expecting uid: TagUID?) async throws -> TagUID {
        let found = try await transport.uid(of: kind)
        guard uid == nil || uid == found else { throw TagError.otherTag(found) }
        return found
    }

    /// Identifies the tag, lends its memory, and ends what was begun with the reader.
    mutating func withMemory(
        expecting uid: TagUID?, _ body: (inout MemoryLink<Transport>) async throws -> Int
    ) async throws -> TagWriting {
        guard kind == .type2 || kind == .type5 else { throw TagError.unsupported }
        let found = try await identify(expecting: uid)
        var link = MemoryLink(transport, kind, uid: found, capabilities: capabilities)
        do {
            let writes = try await body(&link)
            await link.close()
            capabilities = link.capabilities
            return TagWriting(uid: found, kind: kind, writes: writes)
        } catch {
            await link.close()
            throw error
        }
    }

    /// Puts a message, or none, where the tag keeps it.
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
        try await link.carryOut(plan)
        return try await plan.writes.count + (link.kind == .type5 ? correctType5(&link).writes : 0)
    }

    static func format(
        _ link: inout MemoryLink<Transport>, _ memory: TagMemory, isForced: Bool
    ) async throws -> Int {
        if case .damaged(let damage) = memory.content {
            guard isForced else { throw TagError.damaged(damage) }
            if damage == .readProtected {
                guard link.kind == .type5 else { throw TagError.containerSpoilt }
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
        try await link.carryOut(plan)
        return plan.writes.count
    }
}

extension MemoryLink {
    /// Writes in the plan's order, and reads everything back before the message gets its length. Where a block refuses, the
    /// blocks before it get their old bytes again.
    mutating func carryOut(_ plan: MessagePlan) async throws {
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

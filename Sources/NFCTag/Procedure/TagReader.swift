/// What was read from one tag.
package struct TagReading: Equatable, Sendable {
    package var uid: TagUID
    package var kind: TagKind
    package var content: TagContent
    package var access: TagAccess

    package init(uid: TagUID, kind: TagKind, content: TagContent, access: TagAccess) {
        self.uid = uid
        self.kind = kind
        self.content = content
        self.access = access
    }

    /// The first address of the message on it.
    package var uri: String? { content.message?.firstURI }
}

/// Identifies and reads one tag in as few commands as its memory and the reader allow.
///
///     var reader = TagReader(card, atr: ATR(card.atr), capabilities: known[card.readerName] ?? .init())
///     let reading = try await reader.read()
///     known[card.readerName] = reader.capabilities
package struct TagReader<Transport: APDUTransport> {
    private let transport: Transport
    package let kind: TagKind
    /// What the reader has shown to take so far.
    package private(set) var capabilities: ReaderCapabilities

    package init(_ transport: Transport, atr: ATR, capabilities: ReaderCapabilities = ReaderCapabilities()) {
        self.transport = transport
        self.capabilities = capabilities
        kind = TagKind(atr)
    }

    /// Asks the reader for the UID: one command, for badges.
    /// - Throws: `TagError`, or what the way to the tag throws.
    package func identify() async throws -> TagUID { try await transport.uid(of: kind) }

    /// Reads UID and message. A badge or a card without an NDEF structure comes back as `.unformatted`.
    /// - Throws: `TagError`, or what the way to the tag throws.
    package mutating func read() async throws -> TagReading {
        switch kind {
        case .type2: try await readMemory(uid: nil)
        case .type5: try await readMemory(uid: try await identify())
        case .type4: try await readType4()
        case .type3: try await readType3()
        case .classic, .otherStorage, .unknown:
            TagReading(uid: try await identify(), kind: kind, content: .unformatted, access: .proprietary)
        }
    }

    private func readType3() async throws -> TagReading {
        let idm = try await identify()
        guard idm.bytes.count == 8 else {
            return TagReading(uid: idm, kind: kind, content: .unformatted, access: .proprietary)
        }
        var link = Type3Link(transport, idm: idm)
        let content: TagContent
        let access: TagAccess
        do {
            (content, access) = try await link.understand()
        } catch {
            await link.close()
            throw error
        }
        await link.close()
        return TagReading(uid: idm, kind: kind, content: content, access: access)
    }

    private func readType4() async throws -> TagReading {
        let uid = try await identify()
        var link = Type4Link(transport, uid: uid, takesExtendedLength: capabilities.takesExtendedLength)
        let (content, access, _) = try await link.understand()
        return TagReading(uid: uid, kind: kind, content: content, access: access)
    }

    /// A Type 2 tag has its UID in the first pages, which are read anyway.
    private mutating func readMemory(uid: TagUID?) async throws -> TagReading {
        var link = MemoryLink(transport, kind, uid: uid, capabilities: capabilities)
        let memory: TagMemory
        do {
            memory = try await link.understand()
        } catch {
            await link.close()
            throw error
        }
        await link.close()
        capabilities = link.capabilities
        let found = uid ?? (kind == .type2 ? Type2Memory.uid(link.image) : nil)
        let known = if let found { found } else { try await identify() }
        return TagReading(uid: known, kind: kind, content: memory.content, access: memory.access)
    }
}

package import Attendance

/// Reads one tag with as few commands as its memory and the reader allow.
///
///     var reader = TagReader(card, atr: ATR(card.atr), capabilities: known[card.readerName] ?? .init())
///     let reading = try await reader.read()
///     known[card.readerName] = reader.capabilities
package struct TagReader<Transport: APDUTransport> {
    private let transport: Transport
    private let answerToReset: ATR
    package let kind: TagKind
    /// What is known about the reader's limits so far.
    package private(set) var capabilities: ReaderCapabilities

    package init(_ transport: Transport, atr: ATR, capabilities: ReaderCapabilities = ReaderCapabilities()) {
        self.transport = transport
        self.capabilities = capabilities
        answerToReset = atr
        kind = TagKind(atr)
    }

    /// Reads the UID only, with one command.
    /// - Throws: `TagError`, or an error of the transport.
    package func identify() async throws -> UID { try await transport.uid(of: kind) }

    /// Reads UID and message. A badge, or a card without an NDEF structure, is returned as `.unformatted`.
    /// - Throws: `TagError`, or an error of the transport.
    package mutating func read() async throws -> TagReading {
        switch kind {
        case .type2: try await readType2()
        case .type5: try await readType5()
        case .type4: try await readType4()
        case .type3: try await readType3()
        case .classic, .otherStorage, .unknown:
            badge(try await identify())
        }
    }

    private func badge(_ uid: UID) -> TagReading {
        TagReading(uid: uid, kind: kind, content: .unformatted, access: .proprietary)
    }

    /// A type A card without a storage card name may have no readable pages. Then it is treated as a badge.
    private mutating func readType2() async throws -> TagReading {
        do {
            return try await readMemory(uid: nil)
        } catch TagError.refused(.readBinary(block: 0), _) where answerToReset.storageCard?.name != StorageCardName.ultralight {
            return badge(try await identify())
        }
    }

    /// An ISO 15693 chip without a storage card name may have no readable memory. Then it is treated as a badge.
    private mutating func readType5() async throws -> TagReading {
        let uid = try await identify()
        do {
            return try await readMemory(uid: uid)
        } catch let error as TagError where (error.isRefusal || error.isSilence) && answerToReset.storageCard?.name == 0 {
            // The tag must still be present: a removed tag is not a badge.
            guard try await identify() == uid else { throw error }
            return badge(uid)
        }
    }

    private func readType3() async throws -> TagReading {
        let idm = try await identify()
        guard idm.bytes.count == 8 else { return badge(idm) }
        var link = Type3Link(transport, idm: idm, capabilities: capabilities)
        let content: TagContent
        let access: TagAccess
        do {
            (content, access) = try await link.readContent()
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
        let (content, access, _) = try await link.readContent()
        return TagReading(uid: uid, kind: kind, content: content, access: access)
    }

    /// The UID of a Type 2 tag is in its first pages, which are read anyway.
    private mutating func readMemory(uid: UID?) async throws -> TagReading {
        var link = MemoryLink(transport, kind, uid: uid, capabilities: capabilities)
        let memory: TagMemory
        do {
            memory = try await link.readContent()
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

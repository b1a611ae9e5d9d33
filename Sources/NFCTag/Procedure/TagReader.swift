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
    package func identify() async throws -> TagUID {
        let response = try await transport.respond(to: [0xFF, 0xCA, 0x00, 0x00, 0x00])
        guard response.status == .success, !response.data.isEmpty else {
            throw TagError.refused(.getUID, response.status)
        }
        let uid = TagUID(response.data)
        return kind == .type5 ? uid.withManufacturerFirst : uid
    }

    /// Reads UID and message. A badge or a card without an NDEF structure comes back as `.unformatted`.
    /// - Throws: `TagError`, or what the way to the tag throws.
    package mutating func read() async throws -> TagReading {
        switch kind {
        case .type2: try await readType2()
        case .type5: try await readType5()
        case .type3, .type4, .classic, .otherStorage, .unknown:
            TagReading(uid: try await identify(), kind: kind, content: .unformatted, access: .proprietary)
        }
    }

    /// The first 64 bytes hold UID, locks, capability container and 48 bytes of data on every Type 2 tag, so the UID needs no
    /// command of its own.
    private mutating func readType2() async throws -> TagReading {
        let (image, memory) = try await readMemory(scan: Type2Memory.scan)
        let uid = if let uid = Type2Memory.uid(image) { uid } else { try await identify() }
        return TagReading(uid: uid, kind: kind, content: memory.content, access: memory.access)
    }

    private mutating func readType5() async throws -> TagReading {
        let uid = try await identify()
        let (_, memory) = try await readMemory(scan: Type5Memory.scan)
        return TagReading(uid: uid, kind: kind, content: memory.content, access: memory.access)
    }

    /// Reads as far as `scan` asks, from block 0 on.
    private mutating func readMemory(
        scan: (_ image: [UInt8], _ isWhole: Bool) -> MemoryScan
    ) async throws -> (image: [UInt8], memory: TagMemory) {
        var binary = BinaryReader(transport: transport, blockSize: 4, capabilities: capabilities)
        defer { capabilities = binary.capabilities }
        var image: [UInt8] = []
        while true {
            switch scan(image, false) {
            case .memory(let memory):
                return (image, memory)
            case .incomplete(let end):
                do {
                    image += try await binary.read(block: image.count / binary.blockSize, count: end - image.count)
                } catch TagError.refused(let command, let status) where !image.isEmpty {
                    // Either the chip ends before its data area, or the tag is leaving: its beginning tells.
                    let again = try await binary.read(block: 0, count: binary.blockSize)
                    guard image.starts(with: again), case .memory(let memory) = scan(image, true) else {
                        throw TagError.refused(command, status)
                    }
                    return (image, memory)
                }
            }
        }
    }
}

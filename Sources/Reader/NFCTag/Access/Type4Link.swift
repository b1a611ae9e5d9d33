import Attendance

/// The NDEF application of one Type 4 tag, accessed by ISO 7816-4 commands. NFC Forum Type 4 Tag 1.0, chapter 5.
struct Type4Link<Transport: APDUTransport> {
    let transport: Transport
    let uid: UID
    /// True if the reader passes commands with two-byte lengths.
    let takesExtendedLength: Bool
    private(set) var container: Type4Container?

    /// The number of bytes to read while the message's length is unknown: the size of a typical address.
    private static var typicalRead: Int { 64 }

    init(_ transport: Transport, uid: UID, takesExtendedLength: Bool) {
        self.transport = transport
        self.uid = uid
        self.takesExtendedLength = takesExtendedLength
    }

    /// Selects the NDEF file and reads its message.
    /// - Returns: the content, the access, and the beginning of the file up to the end of the message.
    mutating func readContent() async throws -> (content: TagContent, access: TagAccess, file: [UInt8]) {
        guard try await selectApplication() else { return (.unformatted, .proprietary, []) }
        do {
            let container = try Type4Container(try await readContainer())
            self.container = container
            try await select(container.ndefFile)
            let file = try await readFile(container)
            return (try Self.content(of: file, container), container.access, file)
        } catch let damage as TagDamage {
            return (.damaged(damage), container?.access ?? .proprietary, [])
        }
    }

    /// The container that was read.
    /// - Parameter content: the result of ``readContent()``.
    /// - Throws: `TagError.unrepairable` if the container is damaged, `TagError.noNDEF` if the card has none.
    func requiredContainer(_ content: TagContent) throws(TagError) -> Type4Container {
        if let container { return container }
        if case .damaged(let damage) = content { throw .unrepairable(damage) }
        throw .noNDEF(.type4)
    }

    /// Reads the file up to the end of the message.
    private func readFile(_ container: Type4Container) async throws -> [UInt8] {
        var file: [UInt8] = []
        var end = min(container.fileSize, Self.typicalRead)
        while file.count < end {
            file += try await read(at: file.count, count: end - file.count)
            guard file.count >= container.lengthSize else { continue }
            end = container.lengthSize + file.prefix(container.lengthSize).reduce(0) { $0 << 8 | Int($1) }
            guard end <= container.fileSize else {
                throw TagDamage.valuePastEnd(offset: 0, length: end - container.lengthSize)
            }
        }
        return Array(file.prefix(end))
    }

    private static func content(of file: [UInt8], _ container: Type4Container) throws(TagDamage) -> TagContent {
        let message = Array(file.dropFirst(container.lengthSize))
        guard !message.isEmpty else { return .empty }
        do {
            return .message(try NDEFMessage(bytes: message))
        } catch {
            throw .message(error)
        }
    }

    /// Returns false for a phone or a bank card, which has no NDEF application.
    private func selectApplication() async throws -> Bool {
        let name = Type4Container.application
        let response = try await transport.respond(to: [0x00, 0xA4, 0x04, 0x00, UInt8(name.count)] + name + [0x00])
        return response.status == .success
    }

    /// Selects a file. Old tags refuse the usual form and require the form that returns the file's description.
    private func select(_ file: UInt16) async throws {
        let identifier = [UInt8(file >> 8), UInt8(file & 0xFF)]
        let response = try await transport.respond(to: [0x00, 0xA4, 0x00, 0x0C, 0x02] + identifier)
        guard response.status != .success else { return }
        let old = try await transport.respond(to: [0x00, 0xA4, 0x00, 0x00, 0x02] + identifier + [0x00])
        guard old.status == .success else { throw TagError.refused(.selectFile(file), response.status) }
    }

    private func readContainer() async throws -> [UInt8] {
        try await select(Type4Container.file)
        let usual = try await read(upTo: Type4Container.standardSize)
        guard usual.count == Type4Container.standardSize, usual[7] == 0x06 else { return usual }
        return try await read(upTo: Type4Container.extendedSize, from: usual)
    }

    /// Reads the selected file up to `count` bytes or to its end. A tag may return fewer bytes per command.
    /// - Parameter beginning: the bytes that are already read.
    private func read(upTo count: Int, from beginning: [UInt8] = []) async throws -> [UInt8] {
        var file = beginning
        while file.count < count {
            do {
                file += try await read(at: file.count, count: count - file.count)
            } catch TagError.refused(.readFile, let status) where !file.isEmpty && status.isPastEnd {
                break
            }
        }
        return file
    }

    /// The whole NDEF file with its length field and unused bytes, as far as commands can address it.
    /// - Parameter beginning: the bytes that are already read.
    func wholeFile(_ container: Type4Container, from beginning: [UInt8]) async throws -> [UInt8] {
        try await read(upTo: min(container.fileSize, Self.reach), from: beginning)
    }

    /// The number of addressable bytes. Offsets have 15 bits.
    private static var reach: Int { 0x8000 }

    /// READ BINARY.
    /// - Returns: 1 to `count` bytes.
    func read(at offset: Int, count: Int) async throws -> [UInt8] {
        guard offset <= 0x7FFF else { throw TagError.unsupported }
        let most = min(container?.largestRead ?? Type4Container.standardSize, takesExtendedLength ? 0xFFFF : 0xFF)
        let size = min(count, most)
        let length: [UInt8] = size <= 0xFF ? [UInt8(size)] : [0x00, UInt8(size >> 8), UInt8(size & 0xFF)]
        let command: [UInt8] = [0x00, 0xB0, UInt8(offset >> 8), UInt8(offset & 0xFF)]
        var response = try await transport.respond(to: command + length)
        if let exact = response.status.exactLength {
            response = try await transport.respond(to: command + [UInt8(exact)])
        }
        guard response.status == .success || response.status == .endReached, !response.data.isEmpty else {
            throw TagError.refused(.readFile(offset: offset), response.status)
        }
        return Array(response.data.prefix(count))
    }

    /// UPDATE BINARY in pieces of the size that the tag accepts. The UID is checked before each piece. A piece whose
    /// response is an error may have been written, so it is read before it fails.
    /// - Returns: the number of commands.
    func update(at offset: Int, _ bytes: [UInt8]) async throws -> Int {
        let size = min(container?.largestWrite ?? 1, takesExtendedLength ? 0xFFFF : 0xFF)
        var writes = 0
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start...].prefix(size))
            let place = offset + start
            guard place <= 0x7FFF else { throw TagError.unsupported }
            let found = try await transport.uid(of: .type4)
            guard found == uid else { throw TagError.otherTag(found) }
            let length: [UInt8] =
                piece.count <= 0xFF ? [UInt8(piece.count)] : [0x00, UInt8(piece.count >> 8), UInt8(piece.count & 0xFF)]
            let command = [0x00, 0xD6, UInt8(place >> 8), UInt8(place & 0xFF)] + length + piece
            let response = try await transport.respond(to: command)
            writes += 1
            if response.status != .success {
                guard try await holds(piece, at: place) else {
                    throw TagError.refused(.updateFile(offset: place), response.status)
                }
            }
        }
        return writes
    }

    /// True if the file holds these bytes at `offset`.
    func holds(_ bytes: [UInt8], at offset: Int) async throws -> Bool {
        var held: [UInt8] = []
        while held.count < bytes.count { held += try await read(at: offset + held.count, count: bytes.count - held.count) }
        return held == bytes
    }
}

/// The NDEF application of one Type 4 tag, spoken to by ISO 7816-4 commands. NFC Forum Type 4 Tag 1.0, chapter 5.
struct Type4Link<Transport: APDUTransport> {
    let transport: Transport
    let uid: TagUID
    /// Whether the reader passes commands with lengths of two bytes.
    let takesExtendedLength: Bool
    private(set) var container: Type4Container?

    /// Bytes worth reading at once as long as the message's length is not known: an address of usual length.
    private static var usualRead: Int { 64 }

    init(_ transport: Transport, uid: TagUID, takesExtendedLength: Bool) {
        self.transport = transport
        self.uid = uid
        self.takesExtendedLength = takesExtendedLength
    }

    /// Selects the NDEF file and reads what it holds.
    /// - Returns: the file's beginning, up to the message's end.
    mutating func understand() async throws -> (content: TagContent, access: TagAccess, file: [UInt8]) {
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

    /// Reads the file up to the message's end, or as far as `count` says.
    private func readFile(_ container: Type4Container) async throws -> [UInt8] {
        var file: [UInt8] = []
        var end = min(container.fileSize, Self.usualRead)
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

    /// A phone or a bank card knows no NDEF application.
    private func selectApplication() async throws -> Bool {
        let name = Type4Container.application
        let response = try await transport.respond(to: [0x00, 0xA4, 0x04, 0x00, UInt8(name.count)] + name + [0x00])
        return response.status == .success
    }

    /// Old tags want an answer with the file's description, and refuse the usual form.
    private func select(_ file: UInt16) async throws {
        let identifier = [UInt8(file >> 8), UInt8(file & 0xFF)]
        let response = try await transport.respond(to: [0x00, 0xA4, 0x00, 0x0C, 0x02] + identifier)
        guard response.status != .success else { return }
        let old = try await transport.respond(to: [0x00, 0xA4, 0x00, 0x00, 0x02] + identifier + [0x00])
        guard old.status == .success else { throw TagError.refused(.selectFile(file), response.status) }
    }

    private func readContainer() async throws -> [UInt8] {
        try await select(Type4Container.file)
        let usual = try await read(upTo: Type4Container.usualSize)
        guard usual.count == Type4Container.usualSize, usual[7] == 0x06 else { return usual }
        return try await read(upTo: Type4Container.extendedSize, from: usual)
    }

    /// Reads the selected file up to `count` bytes, however few of them a tag gives at once, or to its end.
    /// - Parameter beginning: what was read before.
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

    /// The whole NDEF file, as far as commands reach: its length and all that lies behind it, used or not.
    /// - Parameter beginning: what was read before.
    func wholeFile(_ container: Type4Container, from beginning: [UInt8]) async throws -> [UInt8] {
        try await read(upTo: min(container.fileSize, Self.reach), from: beginning)
    }

    /// Offsets have 15 bits.
    private static var reach: Int { 0x8000 }

    /// READ BINARY: up to `count` bytes, at least one.
    func read(at offset: Int, count: Int) async throws -> [UInt8] {
        guard offset <= 0x7FFF else { throw TagError.unsupported }
        let most = min(container?.largestRead ?? Type4Container.usualSize, takesExtendedLength ? 0xFFFF : 0xFF)
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

    /// UPDATE BINARY in pieces that the tag takes. The reader is asked before each whether the tag is still the same. A
    /// failed piece may have been written all the same: it is read before it counts as failed.
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

    /// Whether the file holds these bytes there.
    func holds(_ bytes: [UInt8], at offset: Int) async throws -> Bool {
        var held: [UInt8] = []
        while held.count < bytes.count { held += try await read(at: offset + held.count, count: bytes.count - held.count) }
        return held == bytes
    }
}

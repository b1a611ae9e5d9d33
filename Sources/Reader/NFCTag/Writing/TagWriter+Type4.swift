import Attendance

extension TagWriter {
    /// Writes a message, or none, to a Type 4 tag: length 0, data, length. NFC Forum Type 4 Tag 1.0, 5.4.3.
    /// - Parameter isWiping: true to overwrite the rest of the file with zeros.
    mutating func putType4(_ message: [UInt8], expecting uid: UID?, wiping isWiping: Bool) async throws -> TagWriteResult {
        let found = try await identify(expecting: uid)
        var link = Type4Link(transport, uid: found, takesExtendedLength: capabilities.takesExtendedLength)
        let (content, access, file) = try await link.readContent()
        let container = try link.requiredContainer(content)
        let capacity = container.fileSize - container.lengthSize
        guard message.count <= capacity else { throw TagError.tooSmall(missing: message.count - capacity) }
        let held = isWiping ? try await link.wholeFile(container, from: file) : file
        let length = withUnsafeBytes(of: UInt32(message.count).bigEndian, Array.init).suffix(container.lengthSize)
        let wanted = length + message
        let zeros = isWiping ? Array(repeating: UInt8(0), count: max(0, held.count - wanted.count)) : []
        let writes = try await Self.fill(link, container, access, from: held, to: wanted + zeros)
        return TagWriteResult(uid: found, kind: kind, writes: writes)
    }

    /// Reads the whole NDEF file.
    mutating func dumpType4(expecting uid: UID?) async throws -> TagDump {
        let found = try await identify(expecting: uid)
        var link = Type4Link(transport, uid: found, takesExtendedLength: capabilities.takesExtendedLength)
        let (content, _, file) = try await link.readContent()
        let container = try link.requiredContainer(content)
        let bytes = try await link.wholeFile(container, from: file)
        return TagDump(uid: found, kind: kind, blockSize: 16, bytes: bytes)
    }

    /// Writes an NDEF file back.
    /// - Parameter isWhole: true if the file must be exactly as long as `bytes`.
    mutating func restoreType4(_ bytes: [UInt8], expecting uid: UID?, isWhole: Bool) async throws -> TagWriteResult {
        let found = try await identify(expecting: uid)
        var link = Type4Link(transport, uid: found, takesExtendedLength: capabilities.takesExtendedLength)
        let (content, access, file) = try await link.readContent()
        let container = try link.requiredContainer(content)
        let held = try await link.wholeFile(container, from: file)
        guard !isWhole || held.count == bytes.count else {
            throw TagError.dumpDoesNotFit(.size(dump: bytes.count, tag: held.count))
        }
        guard bytes.count <= held.count else { throw TagError.tooSmall(missing: bytes.count - held.count) }
        let target = bytes + held[bytes.count...]
        let writes = try await Self.fill(link, container, access, from: held, to: target)
        return TagWriteResult(uid: found, kind: kind, writes: writes)
    }

    /// Writes `target` to the beginning of the file: length 0, the bytes that differ, the length.
    /// - Returns: the number of write commands.
    private static func fill(
        _ link: Type4Link<Transport>, _ container: Type4Container, _ access: TagAccess, from held: [UInt8], to target: [UInt8]
    ) async throws -> Int {
        guard held != target else { return 0 }
        guard access == .readWrite else { throw TagError.writeProtected }
        let (length, data) = (Array(target.prefix(container.lengthSize)), Array(target.dropFirst(container.lengthSize)))
        let empty = Array(repeating: UInt8(0), count: container.lengthSize)
        var writes = held.starts(with: empty) ? 0 : try await link.update(at: 0, empty)
        let changed = changedRange(of: data, from: Array(held.dropFirst(container.lengthSize)))
        writes += try await link.update(at: container.lengthSize + changed.lowerBound, Array(data[changed]))
        guard try await link.holds(data, at: container.lengthSize) else { throw TagError.notVerified(block: 0) }
        guard length != empty else { return writes }
        writes += try await link.update(at: 0, length)
        guard try await link.holds(length, at: 0) else { throw TagError.notVerified(block: 0) }
        return writes
    }

    /// A Type 4 tag has its files from the factory. Formatting only replaces an invalid message.
    mutating func formatType4(expecting uid: UID?, force isForced: Bool) async throws -> TagWriteResult {
        let found = try await identify(expecting: uid)
        var link = Type4Link(transport, uid: found, takesExtendedLength: capabilities.takesExtendedLength)
        switch try await link.readContent().content {
        case .empty, .message: return TagWriteResult(uid: found, kind: kind, writes: 0)
        case .damaged where isForced && link.container != nil:
            return try await putType4([], expecting: found, wiping: false)
        case .damaged(let damage): throw link.container == nil ? TagError.unrepairable(damage) : TagError.damaged(damage)
        case .unformatted: throw TagError.unsupported
        }
    }

    /// The range from the first to the last byte that differs.
    private static func changedRange(of data: [UInt8], from old: [UInt8]) -> Range<Int> {
        func differs(_ position: Int) -> Bool { position >= old.count || data[position] != old[position] }
        guard let first = data.indices.first(where: differs), let last = data.indices.last(where: differs) else { return 0..<0 }
        return first..<last + 1
    }
}

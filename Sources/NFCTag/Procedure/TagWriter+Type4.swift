extension TagWriter {
    /// Writes a message, or none, to a Type 4 tag: length 0, data, length. NFC Forum Type 4 Tag 1.0, 5.4.3.
    /// - Parameter isWiping: whether zeros take the place of the old message where the new one leaves bytes of it.
    mutating func putType4(_ message: [UInt8], expecting uid: TagUID?, wiping isWiping: Bool) async throws -> TagWriting {
        let found = try await identify(expecting: uid)
        var link = Type4Link(transport, uid: found, takesExtendedLength: capabilities.takesExtendedLength)
        let (content, access, file) = try await link.understand()
        guard let container = link.container else {
            if case .damaged(let damage) = content { throw TagError.damaged(damage) }
            throw TagError.unformatted
        }
        let capacity = container.fileSize - container.lengthSize
        guard message.count <= capacity else { throw TagError.tooSmall(missing: message.count - capacity) }
        let old = Array(file.dropFirst(container.lengthSize))
        var writing = TagWriting(uid: found, kind: kind, writes: 0)
        guard old != message || file.isEmpty else { return writing }
        guard access == .readWrite else { throw TagError.writeProtected }

        let length = withUnsafeBytes(of: UInt32(message.count).bigEndian, Array.init).suffix(container.lengthSize)
        let empty = Array(repeating: UInt8(0), count: container.lengthSize)
        if !file.starts(with: empty) || file.isEmpty { writing.writes += try await link.update(at: 0, empty) }
        let data = message + (isWiping ? Array(repeating: 0, count: max(0, old.count - message.count)) : [])
        let changed = Self.changedRange(of: data, from: old)
        writing.writes += try await link.update(at: container.lengthSize + changed.lowerBound, Array(data[changed]))
        guard try await link.holds(data, at: container.lengthSize) else { throw TagError.notVerified(block: 0) }
        guard !message.isEmpty else { return writing }
        writing.writes += try await link.update(at: 0, Array(length))
        guard try await link.holds(Array(length), at: 0) else { throw TagError.notVerified(block: 0) }
        return writing
    }

    /// A Type 4 tag has its files from the factory; there is nothing to format but a message that cannot be read.
    mutating func formatType4(expecting uid: TagUID?, force isForced: Bool) async throws -> TagWriting {
        let found = try await identify(expecting: uid)
        var link = Type4Link(transport, uid: found, takesExtendedLength: capabilities.takesExtendedLength)
        switch try await link.understand().content {
        case .empty, .message: return TagWriting(uid: found, kind: kind, writes: 0)
        case .damaged where isForced && link.container != nil:
            return try await putType4([], expecting: found, wiping: false)
        case .damaged(let damage): throw TagError.damaged(damage)
        case .unformatted: throw TagError.unsupported
        }
    }

    /// From the first to the last byte that is not there already.
    private static func changedRange(of data: [UInt8], from old: [UInt8]) -> Range<Int> {
        func differs(_ position: Int) -> Bool { position >= old.count || data[position] != old[position] }
        guard let first = data.indices.first(where: differs), let last = data.indices.last(where: differs) else { return 0..<0 }
        return first..<last + 1
    }
}

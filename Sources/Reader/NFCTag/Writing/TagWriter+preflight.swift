import Attendance

extension TagWriter {
    /// Checks whether a message fits on the tag, formatted or not. Writes nothing.
    /// - Throws: `TagError`, also if the tag cannot hold any message; or an error of the transport.
    package mutating func preflight(_ message: NDEFMessage) async throws -> TagPreflight {
        let bytes = message.bytes
        switch kind {
        case .type2, .type5: return try await preflightMemory(for: bytes)
        case .type4: return try await preflightFile(for: bytes)
        case .type3, .classic, .otherStorage, .unknown: throw TagError.unsupported
        }
    }

    private mutating func preflightFile(for message: [UInt8]) async throws -> TagPreflight {
        let found = try await identify(expecting: nil)
        var link = Type4Link(transport, uid: found, takesExtendedLength: capabilities.takesExtendedLength)
        let (content, access, _) = try await link.readContent()
        let container = try link.requiredContainer(content)
        return TagPreflight(
            reading: TagReading(uid: found, kind: kind, content: content, access: access),
            missing: max(0, message.count - (container.fileSize - container.lengthSize)),
            canSign: try await NTAG424Link(transport).isExpectedChip())
    }

    private mutating func preflightMemory(for message: [UInt8]) async throws -> TagPreflight {
        var reading = TagReading(uid: UID([]), kind: kind, content: .unformatted, access: .readWrite)
        var missing = 0
        reading.uid = try await withMemory(expecting: nil) { link in
            let memory = try await link.readContent()
            (reading.content, reading.access) = (memory.content, memory.access)
            let place: (offset: Int, area: DataArea)
            if let area = memory.area, let offset = memory.ndef?.offset ?? memory.insertion {
                place = (offset, area)
            } else if case .damaged(let damage) = memory.content {
                throw TagError.damaged(damage)
            } else {
                let area = try await Self.areaOnceFormatted(&link)
                place = (area.start, area)
            }
            do {
                _ = try MessagePlan.end(of: message, at: place.offset, in: place.area)
            } catch TagError.tooSmall(let bytes) {
                missing = bytes
            }
            return 0
        }.uid
        return TagPreflight(reading: reading, missing: missing)
    }

    /// The data area that formatting would give a tag without a capability container.
    private static func areaOnceFormatted(_ link: inout MemoryLink<Transport>) async throws -> DataArea {
        guard link.kind == .type5 else {
            let length = try await link.version()?.areaLength ?? Type2Memory.smallestAreaLength
            return DataArea(start: 16, end: 16 + 8 * Int(length))
        }
        let chip = try await link.readGeometry()
        let container = Type5Memory.container(
            blockCount: chip.blockCount, blockSize: chip.blockSize, readsMultiple: chip.readsMultiple)
        guard case .memory(let memory) = Type5Memory.scan(container + [0x03, 0x00, 0xFE, 0x00]), let area = memory.area else {
            throw TagError.unsupported
        }
        return area
    }
}

/// What was found out about a tag before it is written.
package struct TagProspect: Equatable, Sendable {
    package var reading: TagReading
    /// How many bytes the tag is short of for the message; 0 where it fits.
    package var missing: Int
}

extension TagWriter {
    /// Looks whether a message would fit on the tag that lies there, prepared or not, and changes nothing.
    /// - Throws: `TagError`, or what the way to the tag throws. Among them: the tag can hold no message at all.
    package mutating func look(for message: NDEFMessage) async throws -> TagProspect {
        let bytes = message.bytes
        switch kind {
        case .type2, .type5: return try await lookIntoMemory(for: bytes)
        case .type4: return try await lookIntoFile(for: bytes)
        case .type3, .classic, .otherStorage, .unknown: throw TagError.unsupported
        }
    }

    private mutating func lookIntoFile(for message: [UInt8]) async throws -> TagProspect {
        let found = try await identify(expecting: nil)
        var link = Type4Link(transport, uid: found, takesExtendedLength: capabilities.takesExtendedLength)
        let (content, access, _) = try await link.understand()
        guard let container = link.container else {
            if case .damaged(let damage) = content { throw TagError.unrepairable(damage) }
            throw TagError.noNDEF(kind)
        }
        return TagProspect(
            reading: TagReading(uid: found, kind: kind, content: content, access: access),
            missing: max(0, message.count - (container.fileSize - container.lengthSize)))
    }

    private mutating func lookIntoMemory(for message: [UInt8]) async throws -> TagProspect {
        var reading = TagReading(uid: TagUID([]), kind: kind, content: .unformatted, access: .readWrite)
        var missing = 0
        reading.uid = try await withMemory(expecting: nil) { link in
            let memory = try await link.understand()
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
        return TagProspect(reading: reading, missing: missing)
    }

    /// The data area that a format would give a tag without a capability container.
    private static func areaOnceFormatted(_ link: inout MemoryLink<Transport>) async throws -> DataArea {
        guard link.kind == .type5 else {
            let length = try await link.version()?.areaLength ?? Type2Memory.smallestAreaLength
            return DataArea(start: 16, end: 16 + 8 * Int(length))
        }
        let chip = try await link.measure()
        let container = Type5Memory.container(
            blockCount: chip.blockCount, blockSize: chip.blockSize, readsMultiple: chip.readsMultiple)
        guard case .memory(let memory) = Type5Memory.scan(container + [0x03, 0x00, 0xFE, 0x00]), let area = memory.area else {
            throw TagError.unsupported
        }
        return area
    }
}

import NFCTag

/// The tags that can be played, by the names that commands use.
package enum TagModel: String, Sendable, CaseIterable {
    case ntag213, ntag215, ntag216, slix

    /// A tag of this kind that holds one address, as a phone's app would have written it.
    /// - Parameter number: makes the UID a different one.
    package func tag(holding address: String, number: UInt32 = 1) throws -> any ContactlessTag {
        let message: [UInt8]
        do {
            message = NDEFMessage(try URIRecord(address).record).bytes
        } catch {
            throw VirtualReaderError.notAnAddress(address)
        }
        return try tag(holding: message, number: number)
    }

    /// A tag of this kind that holds one NDEF message.
    package func tag(holding message: [UInt8], number: UInt32 = 1) throws -> any ContactlessTag {
        let length = UInt16(clamping: message.count)
        let header: [UInt8] = length < 0xFF ? [0x03, UInt8(length)] : [0x03, 0xFF, UInt8(length >> 8), UInt8(length & 0xFF)]
        let bytes = header + message + [0xFE]
        let serial = withUnsafeBytes(of: number.bigEndian, Array.init)
        switch self {
        case .ntag213: return try Self.type2(.ntag213, bytes, serial)
        case .ntag215: return try Self.type2(.ntag215, bytes, serial)
        case .ntag216: return try Self.type2(.ntag216, bytes, serial)
        case .slix:
            var chip = Type5Chip(.slix, uid: [0xE0, 0x04, 0x01, 0x10] + serial)
            // Type 5 Tag 1.0, 4.3.1: version 1.0, free to read and write, eighths of the data area, READ MULTIPLE BLOCKS.
            let container: [UInt8] = [0xE1, 0x40, UInt8((chip.memory.count - 4) / 8), 0x01]
            try check(bytes, room: chip.memory.count - 4)
            chip.fill(container + bytes)
            return chip
        }
    }

    private static func type2(_ model: Type2Chip.Model, _ bytes: [UInt8], _ serial: [UInt8]) throws -> any ContactlessTag {
        var chip = Type2Chip(model, uid: [0x04, 0xA3, 0x5C] + serial)
        // The NTAG213 is delivered with a lock control TLV in the first five bytes, which writers leave in place.
        let start = model == .ntag213 ? 5 : 0
        try check(bytes, room: Int(model.areaLength) * 8 - start)
        chip.fill(chip.memory[16..<16 + start] + bytes, fromPage: 4)
        return chip
    }
}

private func check(_ bytes: [UInt8], room: Int) throws(VirtualReaderError) {
    guard bytes.count <= room else { throw .tooLong(bytes: bytes.count, room: room) }
}

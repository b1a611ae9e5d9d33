import NFCTag

/// The supported tag models, named as in commands.
package enum TagModel: String, Sendable, CaseIterable {
    case ultralight, ntag213, ntag215, ntag216, slix, slix2, st25dv04k, st25dv64k, type4, ntag424

    /// A tag of this model that holds one address, as a phone app would have written it.
    /// - Parameter number: determines the UID.
    /// - Throws: ``VirtualReaderError``.
    package func tag(holding address: String, number: UInt32 = 1) throws -> any ContactlessTag {
        try tag(holding: Self.message(address), number: number)
    }

    /// An NDEF message with one address.
    static func message(_ address: String) throws(VirtualReaderError) -> [UInt8] {
        do {
            return NDEFMessage(try URIRecord(address).record).bytes
        } catch {
            throw .notAnAddress(address)
        }
    }

    /// A tag of this model that holds one NDEF message.
    /// - Throws: ``VirtualReaderError``.
    package func tag(holding message: [UInt8], number: UInt32 = 1) throws -> any ContactlessTag {
        let length = UInt16(clamping: message.count)
        if self == .type4 {
            var chip = Type4Chip(uid: [0x04, 0x5E, 0x11] + Self.serial(number))
            try check(message, room: chip.memory.count - 2)
            chip.fill([UInt8(length >> 8), UInt8(length & 0xFF)] + message)
            return chip
        }
        if self == .ntag424 {
            var chip = NTAG424Chip(uid: [0x04, 0x4E, 0x12] + Self.serial(number))
            try check(message, room: chip.memory.count - 2)
            chip.fill([UInt8(length >> 8), UInt8(length & 0xFF)] + message)
            return chip
        }
        let header: [UInt8] = length < 0xFF ? [0x03, UInt8(length)] : [0x03, 0xFF, UInt8(length >> 8), UInt8(length & 0xFF)]
        let bytes = header + message + [0xFE]
        if let model = Type2Chip.Model(rawValue: rawValue) { return try Self.type2(model, bytes, Self.serial(number)) }
        let model = try type5Model
        var chip = Type5Chip(model, uid: model.uidPrefix + Self.serial(number))
        let container = Self.container(model)
        try check(bytes, room: model.dataBlocks * model.blockSize - container.count)
        chip.fill(container + bytes)
        return chip
    }

    /// A new tag of this model in its delivery state.
    package func blank(number: UInt32 = 1) throws -> any ContactlessTag {
        if self == .type4 { return Type4Chip(uid: [0x04, 0x5E, 0x11] + Self.serial(number)) }
        if self == .ntag424 { return NTAG424Chip(uid: [0x04, 0x4E, 0x12] + Self.serial(number)) }
        if let model = Type2Chip.Model(rawValue: rawValue) {
            return Type2Chip(model, uid: [0x04, 0xA3, 0x5C] + Self.serial(number))
        }
        let model = try type5Model
        return Type5Chip(model, uid: model.uidPrefix + Self.serial(number))
    }

    private var type5Model: Type5Chip.Model {
        get throws(VirtualReaderError) {
            guard let model = Type5Chip.Model(rawValue: rawValue) else { throw .noTag }
            return model
        }
    }

    static func serial(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }

    /// The capability container: version 1.0, free read and write access, data area in units of 8 bytes, READ MULTIPLE
    /// BLOCKS (Type 5 Tag 1.0, 4.3.1). The long form is used if one byte cannot express the size.
    private static func container(_ model: Type5Chip.Model) -> [UInt8] {
        let magic: UInt8 = model.blocks > 256 ? 0xE2 : 0xE1
        let bytes = model.dataBlocks * model.blockSize
        let short = (bytes - 4) / 8
        guard short > 0xFF else { return [magic, 0x40, UInt8(short), 0x01] }
        let long = (bytes - 8) / 8
        return [magic, 0x40, 0x00, 0x01, 0x00, 0x00, UInt8(long >> 8), UInt8(long & 0xFF)]
    }

    private static func type2(_ model: Type2Chip.Model, _ bytes: [UInt8], _ serial: [UInt8]) throws -> any ContactlessTag {
        var chip = Type2Chip(model, uid: [0x04, 0xA3, 0x5C] + serial)
        // A MIFARE Ultralight is delivered without a capability container.
        chip.fill([0xE1, 0x10, model.areaLength, 0x00], fromPage: 3)
        // The NTAG213 is delivered with a lock control TLV in the first five bytes, which writers keep.
        let start = model == .ntag213 ? 5 : 0
        try check(bytes, room: Int(model.areaLength) * 8 - start)
        chip.fill(chip.memory[16..<16 + start] + bytes, fromPage: 4)
        return chip
    }
}

private func check(_ bytes: [UInt8], room: Int) throws(VirtualReaderError) {
    guard bytes.count <= room else { throw .tooLong(bytes: bytes.count, room: room) }
}

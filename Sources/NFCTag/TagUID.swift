/// The identifier of a tag or badge: UID of ISO 14443-3 type A (4, 7 or 10 bytes) and ISO 15693 (8 bytes, E0 first), PUPI of
/// type B (4 bytes), IDm of FeliCa (8 bytes). It is not authenticated: any reader can read and copy it.
package struct TagUID: Equatable, Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Parses pairs of hexadecimal digits without separators.
    /// - Returns: nil unless they are 4 to 10 bytes.
    package init?(hexadecimal digits: String) {
        guard let bytes = [UInt8](hexadecimal: digits), (4...10).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// True if the identifier changes with every tap, as on phones and some cards: type A with 4 bytes and 08 first (ISO
    /// 14443-3, 6.5.4), or the FeliCa IDm of a phone in card emulation, 01 FE or 02 FE first (JIS X 6319-4). Longer type A
    /// UIDs that begin with 08 are not random.
    package var isRandom: Bool {
        switch bytes.count {
        case 4: bytes[0] == 0x08
        case 8: bytes[1] == 0xFE && (bytes[0] == 0x01 || bytes[0] == 0x02)
        default: false
        }
    }

    /// The identifier with E0 first. Some readers return ISO 15693 UIDs in transmission order, E0 last.
    var withManufacturerFirst: TagUID {
        guard bytes.count == 8, bytes[7] == 0xE0, bytes[0] != 0xE0 else { return self }
        return TagUID(bytes.reversed())
    }
}

extension TagUID: CustomStringConvertible {
    /// Hexadecimal digits in upper case, without separators.
    package var description: String { bytes.hexadecimal }
}

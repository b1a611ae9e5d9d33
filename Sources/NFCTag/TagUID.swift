/// A tag's or badge's identifier: UID of ISO 14443-3 type A (4, 7 or 10 bytes) and ISO 15693 (8 bytes, E0 first), PUPI of
/// type B (4 bytes), IDm of FeliCa (8 bytes). An identifier, not a proof: it can be read by anyone and copied.
package struct TagUID: Equatable, Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether the tag makes up another one at every tap, as phones and some cards do: type A with 4 bytes and 08 first
    /// (ISO 14443-3, 6.5.4), or a FeliCa IDm of a phone that plays a card, 01 FE or 02 FE first (JIS X 6319-4). A longer UID
    /// of type A may well begin with 08.
    package var isRandom: Bool {
        switch bytes.count {
        case 4: bytes[0] == 0x08
        case 8: bytes[1] == 0xFE && (bytes[0] == 0x01 || bytes[0] == 0x02)
        default: false
        }
    }

    /// An ISO 15693 UID with E0 first, which some readers give in the order of the air, E0 last.
    var withManufacturerFirst: TagUID {
        guard bytes.count == 8, bytes[7] == 0xE0, bytes[0] != 0xE0 else { return self }
        return TagUID(bytes.reversed())
    }
}

extension TagUID: CustomStringConvertible {
    /// Hexadecimal digits in upper case, without separators.
    package var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}

/// The identifier of a tag or badge, most significant byte first: UID of ISO/IEC 14443-3 type A (4, 7 or 10 bytes) and
/// ISO/IEC 15693 (8 bytes, E0 first), PUPI of type B (4 bytes), IDm of FeliCa (8 bytes). It is not authenticated: any reader
/// can read and copy it.
package struct UID: Sendable, Hashable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// The lengths that the standards define. Tags can send other ones.
    package static let lengths: Set<Int> = [4, 7, 8, 10]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Parses hexadecimal digits, two per byte, without separators.
    /// - Returns: nil for any other length than ``lengths``.
    package init?(hex text: some StringProtocol) {
        // The longest identifier has 20 digits.
        guard text.utf8.count <= 20, let bytes = [UInt8](hexadecimal: String(text)), Self.lengths.contains(bytes.count) else {
            return nil
        }
        self.bytes = bytes
    }

    /// Upper-case hexadecimal digits.
    package var description: String { bytes.hexadecimal }

    /// True if the identifier changes with every tap, as on phones and some cards.
    package var isRandom: Bool { isRandomTypeA || bytes.count == 8 && isRandomIDm }

    /// ISO/IEC 14443-3, 6.5.4: 4 bytes and 08 first. Longer identifiers that begin with 08 are not random.
    var isRandomTypeA: Bool { bytes.count == 4 && bytes[0] == 0x08 }

    /// JIS X 6319-4: a phone in card emulation has 01 FE or 02 FE first.
    var isRandomIDm: Bool { bytes.starts(with: [0x01, 0xFE]) || bytes.starts(with: [0x02, 0xFE]) }
}

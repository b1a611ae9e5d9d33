/// The unique identifier of a tag or badge as the record stores it, most significant byte first: an ISO/IEC 15693 identifier
/// begins with E0. The code that reads tags converts their byte order.
package struct UID: Sendable, Hashable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// ISO/IEC 14443-3 defines identifiers of 4, 7 and 10 bytes; FeliCa and ISO/IEC 15693 identifiers have 8.
    package static let lengths: Set<Int> = [4, 7, 8, 10]

    /// - Returns: nil for any other length than ``lengths``.
    package init?(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard Self.lengths.contains(self.bytes.count) else { return nil }
    }

    /// Parses hexadecimal digits, two per byte, without separators.
    package init?(hex text: some StringProtocol) {
        // The longest identifier has 20 digits.
        guard text.utf8.count <= 20, text.utf8.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for byte in text.utf8 {
            guard let digit = Self.digit(byte) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        self.init(bytes)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Upper-case hexadecimal digits.
    package var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}

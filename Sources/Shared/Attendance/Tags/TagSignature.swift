/// What a tag that signs its address (NTAG 424 DNA) wrote into it at one reading. Not trusted before it is verified with the tag's key.
package struct TagSignature: Sendable, Hashable {
    /// The number of the reading: 24 bits.
    package let counter: UInt32
    /// 8 bytes.
    package let mac: [UInt8]

    package static let macLength = 8

    /// - Returns: nil for more than 24 bits, or another number of bytes.
    package init?(counter: UInt32, mac: [UInt8]) {
        guard counter <= 0xFF_FFFF, mac.count == Self.macLength else { return nil }
        (self.counter, self.mac) = (counter, mac)
    }

    /// Parses the parameters of the address.
    /// - Parameters:
    ///   - counter: six hexadecimal digits.
    ///   - mac: 16 hexadecimal digits.
    /// - Returns: nil if one is malformed.
    package init?(counter: String, mac: String) {
        guard counter.utf8.count == 6, let counter = [UInt8](hexadecimal: counter), let mac = [UInt8](hexadecimal: mac) else {
            return nil
        }
        self.init(counter: counter.reduce(0) { $0 << 8 | UInt32($1) }, mac: mac)
    }

    /// The parameters of the address.
    package var texts: (counter: String, mac: String) {
        ([16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> $0) }.hexadecimal, mac.hexadecimal)
    }
}

extension TagSignature: CustomStringConvertible {
    /// Hides the signature from logs: until it is used, the address is a credential.
    package var description: String { "a tag's signature (hidden)" }
}

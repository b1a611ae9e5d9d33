/// A card's answer to reset (ATR), as a contactless reader composes it. ISO 7816-3, 8.2; PC/SC part 3, 3.1.3.2.3.
package struct ATR: Equatable, Hashable, Sendable {
    package let bytes: [UInt8]
    /// The historical bytes; nil if the answer is shorter than its first bytes announce.
    package let historicalBytes: [UInt8]?

    /// The two fields that identify a storage card. PC/SC part 3 supplement 2.01.08.
    package struct StorageCard: Equatable, Hashable, Sendable {
        /// SS: 03 = ISO 14443-A part 3, 0B = ISO 15693 part 3, 11 = FeliCa.
        package var standard: UInt8
        /// NN NN: 0003 = MIFARE Ultralight (NTAG21x too), 0014 = ICODE SLI family.
        package var name: UInt16
    }

    /// Bytes after the announced end are ignored because some drivers pad the answer.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        historicalBytes = Self.historicalBytes(of: bytes)
    }

    /// True for the interface bytes 80 01, which PC/SC readers give every contactless card.
    var isContactless: Bool { bytes.count > 3 && bytes[0] == 0x3B && bytes[1] & 0xF0 == 0x80 && bytes[2...3] == [0x80, 0x01] }

    /// The storage card's fields; nil if the historical bytes do not carry the PC/SC workgroup's identifier A0 00 00 03 06.
    package var storageCard: StorageCard? {
        guard let historical = historicalBytes, historical.count >= 11,
            historical.starts(with: [0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06])
        else { return nil }
        return StorageCard(standard: historical[8], name: UInt16(historical[9]) << 8 | UInt16(historical[10]))
    }

    private static func historicalBytes(of bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 2 else { return nil }
        let count = Int(bytes[1] & 0x0F)
        // The high bits of T0, then of each TD, announce which of TA, TB, TC and TD follow. TD is the last of them.
        var last = 1
        while true {
            let announced = bytes[last]
            last += (announced >> 4).nonzeroBitCount
            guard announced & 0x80 != 0 else { break }
            guard last < bytes.count else { return nil }
        }
        guard last + count < bytes.count else { return nil }
        return Array(bytes[(last + 1)...].prefix(count))
    }
}

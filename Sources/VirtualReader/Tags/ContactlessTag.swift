/// A tag in software: what its chip answers on the air.
package protocol ContactlessTag: Sendable {
    /// The unique number as people write it, most significant byte first.
    var uid: [UInt8] { get }
    /// How the reader speaks to it.
    var technology: Technology { get }
    /// What a reader tells of it in its answer to reset: the name of a storage card, or a card's own historical bytes.
    /// PC/SC part 3, 3.1.3.2.3.
    var historicalBytes: [UInt8] { get }
    /// The whole memory from its first byte on; of a Type 4 tag, its NDEF file. A badge shows none.
    var memory: [UInt8] { get }
    /// The offsets that were read since the tag was last laid on.
    var bytesRead: Set<Int> { get }

    /// The field comes on: the chip forgets what it was told.
    mutating func powerUp()

    /// Takes a frame without its check sum.
    /// - Returns: the answer without its check sum, or nil for silence.
    mutating func receive(_ frame: [UInt8]) -> [UInt8]?
}

extension ContactlessTag {
    /// The name of a storage card. PC/SC part 3 supplement 2.01.08.
    /// - Parameters:
    ///   - standard: SS: 03 = ISO 14443-A part 3, 0B = ISO 15693 part 3, 11 = FeliCa.
    ///   - name: NN NN, as the PC/SC workgroup gave it out.
    static func storageCard(standard: UInt8, name: UInt16) -> [UInt8] {
        [0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, standard, UInt8(name >> 8), UInt8(name & 0xFF), 0, 0, 0, 0]
    }
}

package enum Technology: Sendable, Equatable {
    /// ISO 14443-A without ISO-DEP: pages of four bytes.
    case type2
    /// ISO 14443-A without ISO-DEP, its memory behind keys: MIFARE Classic.
    case classic
    /// FeliCa.
    case type3
    /// ISO 14443-4: commands and answers as they are.
    case type4
    /// ISO 15693.
    case type5
}

/// A software tag: the chip's responses on the air interface.
package protocol ContactlessTag: Sendable {
    /// The UID, most significant byte first.
    var uid: [UInt8] { get }
    /// The tag's protocol.
    var technology: Technology { get }
    /// The historical bytes that a reader puts into the answer to reset: a storage card's name, or the card's own bytes.
    /// PC/SC part 3, 3.1.3.2.3.
    var historicalBytes: [UInt8] { get }
    /// The whole memory; for a Type 4 tag its NDEF file. Empty for a badge.
    var memory: [UInt8] { get }
    /// The offsets that were read since the tag was last placed on the reader.
    var bytesRead: Set<Int> { get }

    /// Resets the chip's state, as when it enters the field.
    mutating func powerUp()

    /// Processes a frame without its checksum.
    /// - Returns: the response without its checksum; nil if the chip does not respond.
    mutating func receive(_ frame: [UInt8]) -> [UInt8]?
}

extension ContactlessTag {
    /// The historical bytes of a storage card. PC/SC part 3 supplement 2.01.08.
    /// - Parameters:
    ///   - standard: SS: 03 = ISO 14443-A part 3, 0B = ISO 15693 part 3, 11 = FeliCa.
    ///   - name: NN NN, as assigned by the PC/SC workgroup.
    static func storageCard(standard: UInt8, name: UInt16) -> [UInt8] {
        [0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, standard, UInt8(name >> 8), UInt8(name & 0xFF), 0, 0, 0, 0]
    }
}

package enum Technology: Sendable, Equatable {
    /// ISO 14443-A without ISO-DEP: pages of four bytes.
    case type2
    /// ISO 14443-A without ISO-DEP, its memory protected by keys: MIFARE Classic.
    case classic
    /// FeliCa.
    case type3
    /// ISO 14443-4: commands and responses are passed unchanged.
    case type4
    /// ISO 15693.
    case type5
}

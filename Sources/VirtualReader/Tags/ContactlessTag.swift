/// A tag in software: what its chip answers on the air.
package protocol ContactlessTag: Sendable {
    /// The unique number as people write it, most significant byte first.
    var uid: [UInt8] { get }
    /// How the reader speaks to it.
    var technology: Technology { get }
    /// The whole memory from its first byte on; of a Type 4 tag, its NDEF file.
    var memory: [UInt8] { get }
    /// The offsets that were read since the tag was last laid on.
    var bytesRead: Set<Int> { get }

    /// The field comes on: the chip forgets what it was told.
    mutating func powerUp()

    /// Takes a frame without its check sum.
    /// - Returns: the answer without its check sum, or nil for silence.
    mutating func receive(_ frame: [UInt8]) -> [UInt8]?
}

package enum Technology: Sendable, Equatable {
    /// ISO 14443-A without ISO-DEP: pages of four bytes.
    case type2
    /// ISO 14443-4: commands and answers as they are.
    case type4
    /// ISO 15693.
    case type5
}

/// The capability container of a Type 4 tag: read and write limits, and the position of the message. NFC Forum Type 4 Tag
/// 1.0 (mapping version 2) and 1.1 (mapping version 3), 4.2.
package struct Type4Container: Equatable, Hashable, Sendable {
    /// Identifier of the file that holds the container itself.
    package static let file: UInt16 = 0xE103
    /// Name of the NDEF application.
    package static let application: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]

    /// The maximum number of bytes in the response to one READ BINARY.
    package var largestRead: Int
    /// The maximum number of bytes in one UPDATE BINARY.
    package var largestWrite: Int
    /// Identifier of the NDEF file.
    package var ndefFile: UInt16
    /// The size of the NDEF file in bytes, including its length field.
    package var fileSize: Int
    /// The size of the length field before the message: 2 bytes, or 4 in a file for long messages.
    package var lengthSize: Int
    package var access: TagAccess

    /// The size of the container up to the end of the control TLV, in bytes. The extended form has two bytes more.
    package static let standardSize = 15
    package static let extendedSize = 17

    /// - Parameter bytes: the beginning of the container file.
    /// - Throws: `TagDamage` if the container is malformed.
    package init(_ bytes: [UInt8]) throws(TagDamage) {
        func number(_ offset: Int, _ count: Int = 2) -> Int { bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count >= Self.standardSize else { throw .memoryEnds(at: bytes.count) }
        guard number(0) >= Self.standardSize else { throw .container(offset: 0) }
        guard (0x20...0x3F).contains(bytes[2]) else { throw .unsupportedVersion(bytes[2]) }
        largestRead = number(3)
        largestWrite = number(5)
        guard largestRead >= 15 else { throw .container(offset: 3) }
        guard largestWrite >= 1 else { throw .container(offset: 5) }
        let isExtended = bytes[7] == 0x06
        guard isExtended ? bytes[2] >= 0x30 : bytes[7] == 0x04 else { throw .container(offset: 7) }
        guard bytes[8] == (isExtended ? 0x08 : 0x06) else { throw .container(offset: 8) }
        guard !isExtended || bytes.count >= Self.extendedSize else { throw .memoryEnds(at: bytes.count) }
        ndefFile = UInt16(number(9))
        guard ![0x0000, 0xE102, 0xE103, 0x3F00, 0x3FFF, 0xFFFF].contains(ndefFile) else { throw .container(offset: 9) }
        fileSize = number(11, isExtended ? 4 : 2)
        lengthSize = isExtended ? 4 : 2
        guard fileSize > lengthSize else { throw .noDataArea }
        let rights = isExtended ? 15 : 13
        guard bytes[rights] == 0x00 else { throw .readProtected }
        access =
            switch bytes[rights + 1] {
            case 0x00: .readWrite
            case 0xFF: .readOnly
            default: .proprietary
            }
    }
}

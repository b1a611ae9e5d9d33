package import Attendance

/// The memory layout of a Type 2 tag (NTAG21x, MIFARE Ultralight), from page 0. NFC Forum Type 2 Tag 1.1, chapter 2.
package enum Type2Memory {
    /// Bytes in a page, the unit of reading and writing.
    package static let pageSize = 4
    /// The size of the smallest chip, 16 pages: safe to read on every chip. Reading further is safe only up to the end of
    /// the data area.
    package static let smallestSize = 64
    /// The data area of the smallest chip in units of 8 bytes, as its capability container declares it.
    static let smallestAreaLength: UInt8 = 0x06

    /// Decodes a memory from its beginning.
    /// - Parameter isWhole: true if `image` is the whole memory.
    package static func scan(_ image: [UInt8], isWhole: Bool = false) -> MemoryScan {
        guard image.count >= 16 else {
            return isWhole ? .memory(.damaged(.memoryEnds(at: image.count))) : .incomplete(wants: smallestSize)
        }
        guard image[12] == 0xE1 else { return .memory(.unformatted) }
        guard image[13] >> 4 == 1 else { return .memory(.damaged(.unsupportedVersion(image[13]))) }
        let access = access(image)
        guard image[14] != 0 else { return .memory(.damaged(.noDataArea, access: access)) }
        let area = DataArea(start: 16, end: 16 + 8 * Int(image[14]))
        guard image[15] >> 4 == 0 else { return .memory(.damaged(.readProtected, access: access, area: area)) }
        var scanner = TLVScanner(image, isWhole: isWhole, access: access, area: area, readsControls: true)
        return scanner.scan()
    }

    /// The capability container's write access, restricted by the static lock bytes (bytes 10 and 11): a lock bit on any of
    /// the pages 4 to 15 prevents writing a message.
    private static func access(_ image: [UInt8]) -> TagAccess {
        if image[10] & 0xF0 != 0 || image[11] != 0 { return .readOnly }
        return switch image[15] & 0x0F {
        case 0x00: .readWrite
        case 0x0F: .readOnly
        default: .proprietary
        }
    }

    /// The UID in the bytes 0 to 2 and 4 to 7; nil if its check bytes are wrong (ISO 14443-3, cascade level 2).
    package static func uid(_ image: [UInt8]) -> UID? {
        guard image.count >= 9, image[3] == 0x88 ^ image[0] ^ image[1] ^ image[2],
            image[8] == image[4] ^ image[5] ^ image[6] ^ image[7]
        else { return nil }
        return UID(Array(image[0..<3] + image[4..<8]))
    }
}

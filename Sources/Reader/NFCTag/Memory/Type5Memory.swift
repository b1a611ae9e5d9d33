/// The memory layout of a Type 5 tag (ISO 15693: ICODE, ST25DV), from block 0. NFC Forum Type 5 Tag 1.0, chapter 4.
package enum Type5Memory {
    /// Bytes that hold the capability container and a typical address. The smallest chips have this size.
    package static let typicalSize = 64
    /// The block sizes of existing chips, in bytes.
    static let blockSizes = [4, 8, 16, 32]
    /// The size of the largest memory that an MLEN of two bytes can express.
    static let largestSize = 8 + 8 * 0xFFFF

    /// Decodes a memory from its beginning.
    /// - Parameter isWhole: true if `image` is the whole memory.
    package static func scan(_ image: [UInt8], isWhole: Bool = false) -> MemoryScan {
        guard let magic = image.first, image.count >= 4 else {
            return isWhole ? .memory(.damaged(.memoryEnds(at: image.count))) : .incomplete(wants: typicalSize)
        }
        guard magic == 0xE1 || magic == 0xE2 else { return .memory(.unformatted) }
        guard image[1] >> 6 == 1 else { return .memory(.damaged(.unsupportedVersion(image[1]))) }
        let access = access(image[1])
        let isLong = image[2] == 0
        guard !isLong || image.count >= 8 else {
            return isWhole ? .memory(.damaged(.memoryEnds(at: image.count))) : .incomplete(wants: typicalSize)
        }
        let start = isLong ? 8 : 4
        let length = isLong ? Int(image[6]) << 8 | Int(image[7]) : Int(image[2])
        guard length != 0 else { return .memory(.damaged(.noDataArea, access: access)) }
        let overflows = !isLong && length == 0xFF && Feature(rawValue: image[3]).contains(.lengthOverflow)
        let area = DataArea(start: start, end: start + 8 * (overflows ? Int(UInt16.max) : length))
        guard image[1] & 0x0C == 0 else { return .memory(.damaged(.readProtected, access: access, area: area)) }
        var scanner = TLVScanner(image, isWhole: isWhole, access: access, area: area, readsControls: false)
        return scanner.scan()
    }

    /// The capability container for a chip. The magic byte is E2 from 257 blocks, which need two-byte block numbers. The
    /// container has eight bytes if a one-byte MLEN cannot express the area. NFC Forum Type 5 Tag 1.0, 4.3.1.
    package static func container(blockCount: Int, blockSize: Int, readsMultiple: Bool) -> [UInt8] {
        let magic: UInt8 = blockCount > 256 ? 0xE2 : 0xE1
        let features: UInt8 = readsMultiple ? Feature.readMultipleBlocks.rawValue : 0
        let size = blockCount * blockSize
        let short = (size - 4) / 8
        guard short > 0xFF else { return [magic, 0x40, UInt8(max(0, short)), features] }
        let long = min((size - 8) / 8, 0xFFFF)
        return [magic, 0x40, 0x00, features, 0x00, 0x00, UInt8(long >> 8), UInt8(long & 0xFF)]
    }

    /// Byte 3 of the capability container.
    struct Feature: OptionSet {
        let rawValue: UInt8
        static let readMultipleBlocks = Feature(rawValue: 0x01)
        /// With MLEN FF: the area is longer than MLEN can express. Android writes this on chips above 2 KiB.
        static let lengthOverflow = Feature(rawValue: 0x04)
        static let lockBlock = Feature(rawValue: 0x08)
        static let specialFrame = Feature(rawValue: 0x10)
    }

    private static func access(_ version: UInt8) -> TagAccess {
        switch version & 0x03 {
        case 0b00: .readWrite
        case 0b11: .readOnly
        default: .proprietary
        }
    }
}

/// A command to an ISO 15693 tag. ISO/IEC 15693-3, chapter 10. Inventory is not among them: the reader has done it.
package enum ISO15693Command: Equatable, Hashable, Sendable {
    case readSingleBlock(Int)
    case readMultipleBlocks(first: Int, count: Int)
    case writeSingleBlock(Int, [UInt8])
    /// `data` holds `count` whole blocks.
    case writeMultipleBlocks(first: Int, count: Int, data: [UInt8])
    case lockBlock(Int)
    case getSystemInformation
    /// The same with the number of blocks in two bytes, for chips of more than 256.
    case extendedGetSystemInformation
    case getMultipleBlockSecurityStatus(first: Int, count: Int)

    /// Request flags. ISO/IEC 15693-3, 7.3.1.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let highDataRate = Flags(rawValue: 0x02)
        /// The UID is part of the frame; other tags keep silent.
        package static let addressed = Flags(rawValue: 0x20)
        /// Reading: a security byte before each block. Writing, on some chips: the answer comes after one more EOF.
        package static let option = Flags(rawValue: 0x40)
    }

    /// Block numbers of two bytes are in use: the command has a number above 255, or counts beyond it.
    package var isExtended: Bool {
        switch self {
        case .readSingleBlock(let block), .writeSingleBlock(let block, _), .lockBlock(let block):
            block > 0xFF
        case .readMultipleBlocks(let first, let count), .writeMultipleBlocks(let first, let count, _),
            .getMultipleBlockSecurityStatus(let first, let count):
            first + count > 0x100
        case .getSystemInformation: false
        case .extendedGetSystemInformation: true
        }
    }

    /// The command code; the extended form of each is 0x10 higher.
    package var code: UInt8 {
        let code: UInt8 =
            switch self {
            case .readSingleBlock: 0x20
            case .writeSingleBlock: 0x21
            case .lockBlock: 0x22
            case .readMultipleBlocks: 0x23
            case .writeMultipleBlocks: 0x24
            case .getSystemInformation, .extendedGetSystemInformation: 0x2B
            case .getMultipleBlockSecurityStatus: 0x2C
            }
        return isExtended ? code + 0x10 : code
    }

    /// The frame as it goes over the air, without its CRC, which the reader adds.
    /// - Parameters:
    ///   - uid: the tag that is meant, E0 first; nil speaks to whichever tag is in the field.
    ///   - flags: all but the one that says that a UID is there.
    package func frame(to uid: TagUID?, flags: Flags = .highDataRate) -> [UInt8] {
        var flags = flags
        if uid != nil { flags.insert(.addressed) }
        return [flags.rawValue, code] + (uid?.bytes.reversed() ?? []) + parameters
    }

    private var parameters: [UInt8] {
        switch self {
        case .readSingleBlock(let block), .lockBlock(let block):
            number(block)
        case .writeSingleBlock(let block, let data):
            number(block) + data
        case .readMultipleBlocks(let first, let count), .getMultipleBlockSecurityStatus(let first, let count):
            number(first) + number(count - 1)
        case .writeMultipleBlocks(let first, let count, let data):
            number(first) + number(count - 1) + data
        case .getSystemInformation:
            []
        // All that there is: DSFID, AFI, memory size, IC reference.
        case .extendedGetSystemInformation:
            [0x0F]
        }
    }

    /// One byte, or two with the lower first.
    private func number(_ value: Int) -> [UInt8] {
        let value = UInt16(truncatingIfNeeded: value)
        return isExtended ? [UInt8(value & 0xFF), UInt8(value >> 8)] : [UInt8(value & 0xFF)]
    }
}

package import Attendance

/// A command to an ISO 15693 tag. ISO/IEC 15693-3, chapter 10. Inventory is missing because the reader performs it.
package enum ISO15693Command: Equatable, Hashable, Sendable {
    case readSingleBlock(Int)
    case readMultipleBlocks(first: Int, count: Int)
    case writeSingleBlock(Int, [UInt8])
    /// `data` holds `count` whole blocks.
    case writeMultipleBlocks(first: Int, count: Int, data: [UInt8])
    case lockBlock(Int)
    case getSystemInformation
    /// The same with a two-byte block count, for chips of more than 256 blocks.
    case extendedGetSystemInformation
    case getMultipleBlockSecurityStatus(first: Int, count: Int)

    /// Request flags. ISO/IEC 15693-3, 7.3.1.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let highDataRate = Flags(rawValue: 0x02)
        /// The UID is part of the frame. Other tags do not respond.
        package static let addressed = Flags(rawValue: 0x20)
        /// Read: a security status byte precedes each block. Write, on some chips: the response comes after one more EOF.
        package static let option = Flags(rawValue: 0x40)
    }

    /// True if block numbers take two bytes: a block number or the end of the range is above 255.
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

    /// The command code. The extended form is 0x10 higher.
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

    /// The command frame without its CRC, which the reader adds.
    /// - Parameters:
    ///   - uid: the addressed tag, E0 first; nil addresses any tag in the field.
    ///   - flags: the request flags without `addressed`, which is set if there is a UID.
    package func frame(to uid: UID?, flags: Flags = .highDataRate) -> [UInt8] {
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
        // Requests all fields: DSFID, AFI, memory size, IC reference.
        case .extendedGetSystemInformation:
            [0x0F]
        }
    }

    /// One byte, or two bytes in little-endian order.
    private func number(_ value: Int) -> [UInt8] {
        let value = UInt16(truncatingIfNeeded: value)
        return isExtended ? [UInt8(value & 0xFF), UInt8(value >> 8)] : [UInt8(value & 0xFF)]
    }
}

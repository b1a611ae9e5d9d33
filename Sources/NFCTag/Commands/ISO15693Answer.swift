/// What an ISO 15693 tag says when it does not do what was asked. ISO/IEC 15693-3, 7.4.2, table 6.
package enum ISO15693Error: Error, Equatable, Hashable, Sendable {
    case commandNotSupported
    case commandNotRecognised
    case optionNotSupported
    /// No information; NXP chips say this of a block that is not there.
    case unknown
    case blockNotAvailable
    case blockAlreadyLocked
    case blockLocked
    case blockNotProgrammed
    case blockNotLocked
    /// ST chips: the block is protected.
    case blockProtected
    /// A0 to DF, given by the chip's maker.
    case custom(UInt8)
    case reserved(UInt8)
    /// The answer is shorter or longer than the command asks for.
    case malformedAnswer

    package init(code: UInt8) {
        self =
            switch code {
            case 0x01: .commandNotSupported
            case 0x02: .commandNotRecognised
            case 0x03: .optionNotSupported
            case 0x0F: .unknown
            case 0x10: .blockNotAvailable
            case 0x11: .blockAlreadyLocked
            case 0x12: .blockLocked
            case 0x13: .blockNotProgrammed
            case 0x14: .blockNotLocked
            case 0x15: .blockProtected
            case 0xA0...0xDF: .custom(code)
            default: .reserved(code)
            }
    }

    /// Whether another form of the command may well succeed: the tag knows this one not, or not for so many blocks.
    var asksForSimplerCommand: Bool {
        switch self {
        case .commandNotSupported, .commandNotRecognised, .optionNotSupported, .unknown, .blockNotAvailable: true
        default: false
        }
    }
}

extension ISO15693Error: CustomStringConvertible {
    package var description: String {
        switch self {
        case .commandNotSupported: "command not supported"
        case .commandNotRecognised: "command not recognised"
        case .optionNotSupported: "option not supported"
        case .unknown: "error without information"
        case .blockNotAvailable: "block not available"
        case .blockAlreadyLocked: "block already locked"
        case .blockLocked: "block locked"
        case .blockNotProgrammed: "block not programmed"
        case .blockNotLocked: "block not locked"
        case .blockProtected: "block protected"
        case .custom(let code): "maker's error \(code)"
        case .reserved(let code): "reserved error \(code)"
        case .malformedAnswer: "malformed answer"
        }
    }
}

extension ISO15693Command {
    /// The data of a tag's answer: its frame without the flags.
    /// - Throws: `ISO15693Error` where the tag says so in its flags (7.4.1), or the answer has not the form of this command's.
    package func data(of answer: [UInt8]) throws(ISO15693Error) -> [UInt8] {
        guard let flags = answer.first else { throw .malformedAnswer }
        guard flags & 0x01 == 0 else {
            guard answer.count >= 2 else { throw .malformedAnswer }
            throw ISO15693Error(code: answer[1])
        }
        let data = Array(answer.dropFirst())
        let isWellFormed =
            switch self {
            case .readSingleBlock: (1...33).contains(data.count)
            case .readMultipleBlocks(_, let count): !data.isEmpty && data.count.isMultiple(of: count)
            case .getMultipleBlockSecurityStatus(_, let count): data.count == count
            case .writeSingleBlock, .writeMultipleBlocks, .lockBlock: data.isEmpty
            case .getSystemInformation, .extendedGetSystemInformation: data.count >= 9
            }
        guard isWellFormed else { throw .malformedAnswer }
        return data
    }

    /// The blocks of an answer to a reading command with the option flag: a security byte stands before each.
    /// - Throws: `ISO15693Error` as `data(of:)`.
    package func securedBlocks(of answer: [UInt8]) throws(ISO15693Error) -> [(isLocked: Bool, bytes: [UInt8])] {
        let count: Int
        switch self {
        case .readSingleBlock: count = 1
        case .readMultipleBlocks(_, let blocks): count = blocks
        default: throw .malformedAnswer
        }
        let data = try data(of: answer)
        let size = data.count / count
        guard size > 1, data.count == size * count else { throw .malformedAnswer }
        return (0..<count).map { block in
            (isLocked: data[block * size] & 0x01 != 0, bytes: Array(data[(block * size + 1)..<((block + 1) * size)]))
        }
    }
}

/// What a tag tells of itself. ISO/IEC 15693-3, 10.4.12; the extended form counts blocks in two bytes.
package struct ISO15693SystemInformation: Equatable, Hashable, Sendable {
    package var uid: TagUID
    /// Data storage format identifier.
    package var dsfid: UInt8?
    /// Application family identifier.
    package var afi: UInt8?
    /// Absent on chips of more than 256 blocks that are asked in the short form.
    package var blockCount: Int?
    /// Bytes in a block, 1 to 32.
    package var blockSize: Int?
    package var icReference: UInt8?

    /// - Parameters:
    ///   - data: the answer's data, as `ISO15693Command.data(of:)` gives it.
    ///   - isExtended: whether it answers the extended form of the command.
    package init(data: [UInt8], isExtended: Bool = false) throws(ISO15693Error) {
        guard data.count >= 9 else { throw .malformedAnswer }
        let flags = data[0]
        uid = TagUID(data[1..<9].reversed())
        var rest = data[9...]
        func field(_ flag: UInt8, _ count: Int) throws(ISO15693Error) -> [UInt8]? {
            guard flags & flag != 0 else { return nil }
            guard rest.count >= count else { throw .malformedAnswer }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        dsfid = try field(0x01, 1)?.first
        afi = try field(0x02, 1)?.first
        if let memory = try field(0x04, isExtended ? 3 : 2) {
            let last = isExtended ? Int(memory[0]) | Int(memory[1]) << 8 : Int(memory[0])
            blockCount = last + 1
            blockSize = Int(memory[memory.count - 1] & 0x1F) + 1
        }
        icReference = try field(0x08, 1)?.first
    }
}

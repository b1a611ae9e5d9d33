/// An error code in the response of an ISO 15693 tag. ISO/IEC 15693-3, 7.4.2, table 6.
package enum ISO15693Error: Error, Equatable, Hashable, Sendable {
    case commandNotSupported
    case commandNotRecognised
    case optionNotSupported
    /// Error without information. NXP chips return it for a block that does not exist.
    case unknown
    case blockNotAvailable
    case blockAlreadyLocked
    case blockLocked
    case blockNotProgrammed
    case blockNotLocked
    /// ST chips: the block is protected.
    case blockProtected
    /// A0 to DF, defined by the chip's manufacturer.
    case custom(UInt8)
    case reserved(UInt8)
    /// The length of the response does not match the command.
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

    /// True if another form of the command may succeed: the tag does not support this form, or not for this many blocks.
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
        case .custom(let code): "manufacturer's error \(code)"
        case .reserved(let code): "reserved error \(code)"
        case .malformedAnswer: "malformed answer"
        }
    }
}

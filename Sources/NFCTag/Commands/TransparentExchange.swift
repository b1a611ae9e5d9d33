/// The commands by which a reader passes a tag's frames through unchanged. PC/SC part 3 supplement 2.02, 3.2.2.
package enum TransparentCommand {
    package static let startSession: [UInt8] = [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x81, 0x00]
    package static let endSession: [UInt8] = [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x82, 0x00]
    /// The field off, then on again: a tag that fell silent after a refusal begins anew.
    package static let fieldOff: [UInt8] = [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x83, 0x00]
    package static let fieldOn: [UInt8] = [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x84, 0x00]

    package enum Standard: UInt8, Sendable {
        case iso14443A = 0x00
        case iso14443B = 0x01
        case iso15693 = 0x02
        case feliCa = 0x03
    }

    /// Frames of `standard` from here on: of ISO 15693 on layer 3, of FeliCa on layer 0.
    package static func switchProtocol(_ standard: Standard) -> [UInt8] {
        [0xFF, 0xC2, 0x00, 0x02, 0x04, 0x8F, 0x02, standard.rawValue, standard == .iso15693 ? 0x03 : 0x00]
    }

    /// Sends a frame and waits for the tag's answer.
    /// - Parameters:
    ///   - frame: at most 230 bytes, without its CRC, which the reader adds.
    ///   - timeout: in microseconds, lowest byte first. The default, 50 ms, lasts for a write of 20 ms and still means
    ///     something harmless to a reader that takes the bytes in the other order.
    package static func exchange(_ frame: [UInt8], timeout: UInt32 = 50_000) -> [UInt8] {
        let timer = withUnsafeBytes(of: timeout.littleEndian, Array.init)
        let length: [UInt8] = frame.count < 0x80 ? [UInt8(frame.count)] : [0x81, UInt8(truncatingIfNeeded: frame.count)]
        let objects = [0x5F, 0x46, 0x04] + timer + [0x95] + length + frame
        return [0xFF, 0xC2, 0x00, 0x01, UInt8(truncatingIfNeeded: objects.count)] + objects + [0x00]
    }
}

/// Why a reader did not bring a tag's answer to a frame.
package enum TransparentError: Error, Equatable, Hashable, Sendable {
    /// The tag kept silent: it is gone, it is another one, or it does not know this form of the command.
    case noAnswer
    /// The reader reports an error in the data object C0.
    case refused(StatusWord)
    /// CRC, collision, parity or framing error on the air, by the reader's bits.
    case transmission(UInt8)
    /// The reader's data objects cannot be read.
    case malformedAnswer
}

extension TransparentError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noAnswer: "no answer from the tag"
        case .refused(let status): "status \(status)"
        case .transmission(let bits): "transmission error \(bits)"
        case .malformedAnswer: "malformed answer"
        }
    }
}

/// A reader's answer to a transparent command: data objects, one after the other.
package struct TransparentAnswer: Equatable, Sendable {
    /// The frame that the tag sent, if there is one (object 97).
    package let frame: [UInt8]?

    /// - Parameter data: the answer without its status word.
    package init(data: [UInt8]) throws(TransparentError) {
        var frame: [UInt8]?
        var rest = data[...]
        while !rest.isEmpty {
            let (tag, value) = try Self.takeObject(&rest)
            switch tag {
            case 0xC0: try Self.check(value)
            case 0x96:
                if let errors = value.first, errors & 0x0F != 0 { throw .transmission(errors & 0x0F) }
            case 0x97: frame = Array(value)
            default: break
            }
        }
        self.frame = frame
    }

    /// One byte of tag, or two from 1F in the low bits on; length in one byte, or after 81 or 82. ISO 7816-4, 5.2.2.
    private static func takeObject(
        _ rest: inout ArraySlice<UInt8>
    ) throws(TransparentError) -> (tag: Int, value: ArraySlice<UInt8>) {
        func next() throws(TransparentError) -> Int {
            guard let byte = rest.popFirst() else { throw .malformedAnswer }
            return Int(byte)
        }
        var tag = try next()
        if tag & 0x1F == 0x1F { tag = tag << 8 | (try next()) }
        var length = try next()
        switch length {
        case 0...0x7F: break
        case 0x81: length = try next()
        case 0x82: length = try next() << 8 | (try next())
        default: throw .malformedAnswer
        }
        guard length <= rest.count else { throw .malformedAnswer }
        defer { rest = rest.dropFirst(length) }
        return (tag, rest.prefix(length))
    }

    /// The object C0: position of the object at fault, and a status word.
    private static func check(_ value: ArraySlice<UInt8>) throws(TransparentError) {
        let value = Array(value)
        guard value.count == 3 else { throw .malformedAnswer }
        let status = StatusWord(UInt16(value[1]) << 8 | UInt16(value[2]))
        switch status {
        case .success: return
        case StatusWord(0x6401): throw .noAnswer
        default: throw .refused(status)
        }
    }
}

/// Reader commands that pass frames to a tag unchanged (transparent session). PC/SC part 3 supplement 2.02, 3.2.2.
package enum TransparentCommand {
    package static let startSession: [UInt8] = [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x81, 0x00]
    package static let endSession: [UInt8] = [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x82, 0x00]
    /// Field off, then on: restarts a tag that is silent after a refusal.
    package static let fieldOff: [UInt8] = [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x83, 0x00]
    package static let fieldOn: [UInt8] = [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x84, 0x00]

    package enum Standard: UInt8, Sendable {
        case iso14443A = 0x00
        case iso14443B = 0x01
        case iso15693 = 0x02
        case feliCa = 0x03
    }

    /// Switches to frames of `standard`: layer 3 for ISO 15693, layer 0 for FeliCa.
    package static func switchProtocol(_ standard: Standard) -> [UInt8] {
        [0xFF, 0xC2, 0x00, 0x02, 0x04, 0x8F, 0x02, standard.rawValue, standard == .iso15693 ? 0x03 : 0x00]
    }

    /// Sends a frame and waits for the tag's response.
    /// - Parameters:
    ///   - frame: at most 230 bytes, without its CRC, which the reader adds.
    ///   - timeout: in microseconds, sent in little-endian order. The default of 50 ms covers a write of 20 ms, and is still
    ///     harmless for a reader that interprets the bytes in big-endian order.
    package static func exchange(_ frame: [UInt8], timeout: UInt32 = 50_000) -> [UInt8] {
        let timer = withUnsafeBytes(of: timeout.littleEndian, Array.init)
        let length: [UInt8] = frame.count < 0x80 ? [UInt8(frame.count)] : [0x81, UInt8(truncatingIfNeeded: frame.count)]
        let objects = [0x5F, 0x46, 0x04] + timer + [0x95] + length + frame
        return [0xFF, 0xC2, 0x00, 0x01, UInt8(truncatingIfNeeded: objects.count)] + objects + [0x00]
    }
}

/// Why a reader returned no response of the tag to a frame.
package enum TransparentError: Error, Equatable, Hashable, Sendable {
    /// The tag did not respond: it is gone, it is another tag, or it does not support this form of the command.
    case noAnswer
    /// The reader reports an error in the data object C0.
    case refused(StatusWord)
    /// CRC, collision, parity or framing error on the air interface, as the reader's error bits.
    case transmission(UInt8)
    /// The reader's data objects are malformed.
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

/// A reader's response to a transparent command: a sequence of data objects.
package struct TransparentAnswer: Equatable, Sendable {
    /// The tag's response frame (object 97); nil if there is none.
    package let frame: [UInt8]?

    /// - Parameter data: the response without its status word.
    /// - Throws: `TransparentError` if the reader reports an error or its data objects are malformed.
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

    /// Removes the first data object. The tag has one byte, or two if the low bits of the first are 1F. The length has one
    /// byte, or follows 81 or 82. ISO 7816-4, 5.2.2.
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

    /// Checks the object C0: position of the failed object, then a status word.
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

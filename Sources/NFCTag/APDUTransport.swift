/// The way to one tag: a command out, its answer back. What a reader's card connection does.
///
/// It belongs to one activation of one tag: when the tag has left, every later command fails, also if another tag has come.
package protocol APDUTransport {
    /// Sends a command APDU and returns data and status word, as the reader gave them. An answer shorter than the two bytes
    /// of a status word says that the tag is gone; some drivers report that as success.
    func transmit(_ command: [UInt8]) async throws -> [UInt8]
}

/// The last two bytes of a card's answer. ISO 7816-4, 5.6; PC/SC part 3, 3.2.2.1.
package struct StatusWord: RawRepresentable, Equatable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package init(_ rawValue: UInt16) { self.rawValue = rawValue }

    package static let success = StatusWord(0x9000)
    /// Fewer bytes than asked for, because the end was reached.
    package static let endReached = StatusWord(0x6282)
    package static let failed = StatusWord(0x6300)
    package static let wrongLength = StatusWord(0x6700)
    package static let functionNotSupported = StatusWord(0x6A81)
    package static let unknownInstruction = StatusWord(0x6D00)
    package static let unknownClass = StatusWord(0x6E00)
    package static let notFound = StatusWord(0x6A82)
    package static let wrongOffset = StatusWord(0x6B00)

    /// The reader does not know the command at all, so that another way may be tried.
    var isNotSupported: Bool {
        self == .functionNotSupported || self == .unknownInstruction || self == .unknownClass
    }

    /// There is nothing from that offset on.
    var isPastEnd: Bool { self == .endReached || self == .wrongOffset }

    /// The number of bytes that the reader would take instead of the one it was asked for, where it says so (6C xx).
    var exactLength: Int? { rawValue >> 8 == 0x6C ? Int(rawValue & 0xFF) : nil }
}

extension StatusWord: CustomStringConvertible {
    /// Four hexadecimal digits.
    package var description: String {
        let digits = String(rawValue, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

/// A card's answer, taken apart.
struct Response: Equatable {
    let data: [UInt8]
    let status: StatusWord
}

extension APDUTransport {
    /// - Throws: `TagError.tagGone` when the answer is too short to be one; whatever `transmit` throws.
    func respond(to command: [UInt8]) async throws -> Response {
        let answer = try await transmit(command)
        guard answer.count >= 2 else { throw TagError.tagGone }
        let status = UInt16(answer[answer.count - 2]) << 8 | UInt16(answer[answer.count - 1])
        return Response(data: Array(answer.dropLast(2)), status: StatusWord(status))
    }
}

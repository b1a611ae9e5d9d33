import Attendance

/// The status word: the last two bytes of a card's response. ISO 7816-4, 5.6; PC/SC part 3, 3.2.2.1.
package struct StatusWord: RawRepresentable, Equatable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package init(_ rawValue: UInt16) { self.rawValue = rawValue }

    package static let success = StatusWord(0x9000)
    /// The end of the file or memory was reached before the requested number of bytes.
    package static let endReached = StatusWord(0x6282)
    package static let failed = StatusWord(0x6300)
    package static let wrongLength = StatusWord(0x6700)
    package static let functionNotSupported = StatusWord(0x6A81)
    package static let unknownInstruction = StatusWord(0x6D00)
    package static let unknownClass = StatusWord(0x6E00)
    package static let notFound = StatusWord(0x6A82)
    package static let wrongOffset = StatusWord(0x6B00)
    /// Of the NTAG 424 DNA's native commands. NT4H2421Gx, table 23.
    static let nativeSuccess = StatusWord(0x9100)
    static let moreFrames = StatusWord(0x91AF)
    static let authenticationFailed = StatusWord(0x91AE)
    static let authenticationDelayed = StatusWord(0x91AD)
    static let permissionDenied = StatusWord(0x919D)
    static let integrityError = StatusWord(0x911E)

    /// True if the reader does not implement the command, so that another command can be tried.
    var isNotSupported: Bool {
        self == .functionNotSupported || self == .unknownInstruction || self == .unknownClass
    }

    /// True if no data exists at the requested offset.
    var isPastEnd: Bool { self == .endReached || self == .wrongOffset }

    /// The exact length that the reader expects (status 6C xx); nil for any other status.
    var exactLength: Int? { rawValue >> 8 == 0x6C ? Int(rawValue & 0xFF) : nil }
}

extension StatusWord: CustomStringConvertible {
    /// Four hexadecimal digits in upper case.
    package var description: String {
        [UInt8(rawValue >> 8), UInt8(rawValue & 0xFF)].hexadecimal
    }
}

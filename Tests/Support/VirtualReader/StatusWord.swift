/// The status word: the last two bytes of a response (ISO 7816-4, 5.6; PC/SC part 3, 3.2.2.1).
enum StatusWord {
    static let success: [UInt8] = [0x90, 0x00]
    static let failed: [UInt8] = [0x63, 0x00]
    static let noAnswer: [UInt8] = [0x64, 0x01]
    static let wrongLength: [UInt8] = [0x67, 0x00]
    static let notInThisState: [UInt8] = [0x69, 0x85]
    static let wrongData: [UInt8] = [0x6A, 0x80]
    static let notSupported: [UInt8] = [0x6A, 0x81]
    static let notFound: [UInt8] = [0x6A, 0x82]
    static let pastTheEnd: [UInt8] = [0x6B, 0x00]
    static let unknownClass: [UInt8] = [0x6E, 0x00]

    /// The exact length that the reader expects (6C xx). 256 is encoded as 0.
    static func askFor(_ count: Int) -> [UInt8] { [0x6C, UInt8(truncatingIfNeeded: count)] }

    /// A response that is truncated before its status word.
    static let truncated: [UInt8] = [0x00]
}

import CPCSCLite

/// What PC/SC answered instead of doing what was asked.
package enum PCSCError: Error, Sendable, Equatable {
    /// pcscd is not running, or died while it was asked.
    case serviceNotRunning
    /// pcscd runs and does not let this user in (polkit).
    case accessDenied
    case noReader
    /// There is no reader of this name, or it was unplugged.
    case unknownReader
    /// The reader holds no card.
    case noCard
    /// The card was taken away, or another one lies there now.
    case cardRemoved
    /// Another program reset the card: what was known of its state is void.
    case cardReset
    /// There is something on the reader that does not answer.
    case cardUnresponsive
    /// Another program holds the reader for itself.
    case cardInUse
    /// The reader or its driver failed to pass something on.
    case communication
    case timedOut
    case cancelled
    /// Anything else, with PC/SC's number.
    case other(code: UInt32)

    /// - Returns: nil for success.
    init?(_ code: LONG) {
        guard code != LONG(SCARD_S_SUCCESS) else { return nil }
        self = Self.cases[UInt32(truncatingIfNeeded: code)] ?? .other(code: UInt32(truncatingIfNeeded: code))
    }

    /// pcsc-lite 1.9.9, `pcsclite.h`. A refused socket (the file is there, pcscd is not) comes as a security violation.
    private static let cases: [UInt32: PCSCError] = [
        0x8010_001D: .serviceNotRunning, 0x8010_001E: .serviceNotRunning,
        0x8010_006A: .accessDenied, 0x8010_0027: .accessDenied,
        0x8010_002E: .noReader,
        0x8010_0009: .unknownReader, 0x8010_0017: .unknownReader,
        0x8010_000C: .noCard,
        0x8010_0069: .cardRemoved, 0x8010_0016: .cardRemoved,
        0x8010_0068: .cardReset,
        0x8010_0066: .cardUnresponsive, 0x8010_0067: .cardUnresponsive,
        0x8010_000B: .cardInUse,
        0x8010_0013: .communication, 0x8010_002F: .communication,
        0x8010_000A: .timedOut,
        0x8010_0002: .cancelled, 0x8010_0012: .cancelled,
    ]

    /// Whether the same tag, lying still, may well answer next time.
    package var isTransient: Bool {
        switch self {
        case .noCard, .cardRemoved, .cardReset, .cardUnresponsive, .cardInUse, .communication, .timedOut: true
        default: false
        }
    }
}

extension PCSCError: CustomStringConvertible {
    /// What happened, and what to do about it.
    package var description: String {
        switch self {
        case .serviceNotRunning:
            "The smart card service pcscd is not running. Start it with 'sudo systemctl start pcscd.socket', or where there is no"
                + " systemd with 'sudo pcscd'."
        case .accessDenied:
            "The smart card service pcscd does not answer this user. Check that it is running ('sudo systemctl start"
                + " pcscd.socket', or 'sudo pcscd') and that this user may use smart cards (polkit: org.debian.pcsc-lite)."
        case .noReader: "No NFC reader is connected. Plug one in; 'desktap-reader readers' shows what is seen."
        case .unknownReader: "The reader is gone. Is it still plugged in?"
        case .noCard: "There is no tag on the reader."
        case .cardRemoved: "The tag was taken away too early. Hold it still on the reader until it is taken."
        case .cardReset: "Another program started the tag anew."
        case .cardUnresponsive: "The tag does not answer. Hold it flat on the middle of the reader, one tag alone."
        case .cardInUse: "Another program is using the reader."
        case .communication: "The reader does not answer. Plug it out and in again if this goes on."
        case .timedOut:
            "The reader does not answer. Another program may be using it; if this goes on, plug it out and in again."
        case .cancelled: "The wait was ended."
        case .other(let code): "PC/SC failed with the number 0x\(String(code, radix: 16, uppercase: true))."
        }
    }
}

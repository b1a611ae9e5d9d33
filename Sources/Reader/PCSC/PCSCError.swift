import CPCSCLite

/// Why a PC/SC call failed.
package enum PCSCError: Error, Sendable, Equatable {
    /// pcscd is not running, or ended during the call.
    case serviceNotRunning
    /// pcscd runs but denies access to this user (polkit).
    case accessDenied
    case noReader
    /// No reader has this name, or it was unplugged.
    case unknownReader
    /// The reader holds no card.
    case noCard
    /// The card was removed, or replaced by another card.
    case cardRemoved
    /// Another program reset the card, so its previous state is lost.
    case cardReset
    /// A card is on the reader but does not respond.
    case cardUnresponsive
    /// Another program has exclusive access to the reader.
    case cardInUse
    /// The reader or its driver failed to transmit.
    case communication
    case timedOut
    case cancelled
    /// Any other error, with its PC/SC code.
    case other(code: UInt32)

    /// - Returns: nil for success.
    init?(_ code: LONG) {
        guard code != LONG(SCARD_S_SUCCESS) else { return nil }
        self = Self.cases[UInt32(truncatingIfNeeded: code)] ?? .other(code: UInt32(truncatingIfNeeded: code))
    }

    /// Codes of pcsc-lite 1.9.9, `pcsclite.h`. A refused socket connection (the file exists, pcscd does not run) is reported
    /// as a security violation.
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

    /// True if a retry with the same tag may succeed.
    package var isTransient: Bool {
        switch self {
        case .noCard, .cardRemoved, .cardReset, .cardUnresponsive, .cardInUse, .communication, .timedOut: true
        default: false
        }
    }
}

extension PCSCError: CustomStringConvertible {
    /// What happened, then what to do.
    package var description: String {
        switch self {
        case .serviceNotRunning:
            "The smart card service pcscd is not running. Start it with 'sudo systemctl start pcscd.socket', or without systemd"
                + " with 'sudo pcscd'."
        case .accessDenied:
            "The smart card service pcscd denies access to this user. Check that it is running ('sudo systemctl start"
                + " pcscd.socket', or 'sudo pcscd') and that this user may use smart cards (polkit: org.debian.pcsc-lite)."
        case .noReader: "No NFC reader is connected. Plug one in; 'desktap-reader readers' lists the detected readers."
        case .unknownReader: "The reader was not found. Check that it is plugged in."
        case .noCard: "No tag is on the reader."
        case .cardRemoved: "The tag was removed too early. Hold it still on the reader until the tap is confirmed."
        case .cardReset: "Another program reset the tag."
        case .cardUnresponsive: "The tag does not respond. Hold a single tag flat on the middle of the reader."
        case .cardInUse: "Another program is using the reader."
        case .communication: "The reader does not respond. If this continues, unplug it and plug it in again."
        case .timedOut:
            "The reader does not respond. Another program may be using it. If this continues, unplug it and plug it in again."
        case .cancelled: "The wait was cancelled."
        case .other(let code): "PC/SC failed with the code 0x\(String(code, radix: 16, uppercase: true))."
        }
    }
}

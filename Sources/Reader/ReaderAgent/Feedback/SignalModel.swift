/// The commands for a reader's buzzer and lights, selected by a part of its PC/SC name.
struct SignalModel: Sendable, Equatable {
    enum Method: Sendable, Equatable {
        /// The driver's escape command, with or without a tag.
        case escape
        /// Sent like a command to the tag; without a tag, by the escape command.
        case pseudoAPDU
    }

    let name: String
    let method: Method
    /// For a successful tap: short.
    let good: [UInt8]
    /// For a failed tap: longer, or twice.
    let bad: [UInt8]

    static func named(_ reader: String) -> SignalModel? {
        known.first { reader.lowercased().contains($0.name.lowercased()) }
    }

    /// - ACR122U: `FF 00 40`, LED state control, then T1, T2 (100 ms each), repetitions, and buzzer mode. ACS ACR122U
    ///   application programming interface 2.04, 6.2. The reader is blocked during the signal, so it is short: green for 100
    ///   ms with a sound; red twice for 100 ms with sounds; then the lights return to their previous state.
    /// - ACR1252U, ACR1255U, ACR1281U, ACR1552U: `E0 00 00 28`, then the buzzer time in units of 10 ms. ACS ACR1252U
    ///   reference manual 1.11, 5.8; ACR1255U-J1 1.07, 6.8.5; ACR1281U-C1 1.08, 5.3.4; ACR1552U reference manual.
    static let known: [SignalModel] =
        [
            SignalModel(
                name: "ACR122", method: .pseudoAPDU, good: [0xFF, 0x00, 0x40, 0xA0, 0x04, 0x01, 0x00, 0x01, 0x01],
                bad: [0xFF, 0x00, 0x40, 0x50, 0x04, 0x01, 0x01, 0x02, 0x01])
        ]
        + ["ACR1252", "ACR1255", "ACR1281", "ACR1552"].map { name in
            SignalModel(
                name: name, method: .escape, good: [0xE0, 0x00, 0x00, 0x28, 0x01, 0x0A],
                bad: [0xE0, 0x00, 0x00, 0x28, 0x01, 0x3C])
        }
}

/// The response of an NTAG213, 215 or 216 to GET_VERSION: the chip's real size, independent of its capability container.
/// NXP's data sheet of the three, 10.1. MIFARE Ultralight and Ultralight C do not implement the command.
package struct ChipVersion: Equatable, Hashable, Sendable {
    /// The command frame.
    static let command: [UInt8] = [0x60]

    /// The size of the data area in units of 8 bytes: the correct value of byte 2 of the capability container.
    package let areaLength: UInt8

    /// - Returns: nil for any other chip.
    package init?(_ answer: [UInt8]) {
        guard answer.count == 8, answer[0] == 0x00, answer[1] == 0x04, answer[2] == 0x04, answer[7] == 0x03,
            let length = Self.areaLengths[answer[6]]
        else { return nil }
        areaLength = length
    }

    /// Keyed by the storage size byte of the response.
    private static let areaLengths: [UInt8: UInt8] = [0x0F: 0x12, 0x11: 0x3E, 0x13: 0x6D]
}

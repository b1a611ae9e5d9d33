/// What an NTAG213, 215 or 216 says to GET_VERSION: how large it is, whatever its capability container claims. NXP's data sheet
/// of the three, 10.1. MIFARE Ultralight and Ultralight C do not know the command.
package struct ChipVersion: Equatable, Hashable, Sendable {
    /// The frame.
    static let command: [UInt8] = [0x60]

    /// Bytes of the data area in units of 8: what byte 2 of a capability container should say.
    package let areaLength: UInt8

    /// - Returns: nil for another chip.
    package init?(_ answer: [UInt8]) {
        guard answer.count == 8, answer[0] == 0x00, answer[1] == 0x04, answer[2] == 0x04, answer[7] == 0x03,
            let length = Self.areaLengths[answer[6]]
        else { return nil }
        areaLength = length
    }

    /// By the byte for the size of the storage.
    private static let areaLengths: [UInt8: UInt8] = [0x0F: 0x12, 0x11: 0x3E, 0x13: 0x6D]
}

/// Frames to an ISO 14443-A tag through the PN532 in readers of ACS, which they pass on as FF 00 (direct transmit). ACS ACR122U
/// application programming interface 2.04, 5.1; NXP PN532 user manual, 7.3.5 and 7.3.9.
enum PN532Command {
    /// InCommunicateThru.
    static func exchange(_ frame: [UInt8]) -> [UInt8] { direct([0xD4, 0x42] + frame) }

    /// InListPassiveTarget, one tag at 106 kbit/s: wakes a tag that keeps silent since it refused a frame.
    static let reactivate = direct([0xD4, 0x4A, 0x01, 0x00])

    /// The tag's frame in an answer to `exchange`; nil where none came.
    static func frame(in data: [UInt8]) -> [UInt8]? {
        data.starts(with: [0xD5, 0x43, 0x00]) && data.count > 3 ? Array(data.dropFirst(3)) : nil
    }

    private static func direct(_ command: [UInt8]) -> [UInt8] { [0xFF, 0x00, 0x00, 0x00, UInt8(command.count)] + command }
}

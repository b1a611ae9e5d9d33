/// Frames to an ISO 14443-A tag through the PN532 of ACS readers, by the reader command FF 00 (direct transmit). ACS ACR122U
/// application programming interface 2.04, 5.1; NXP PN532 user manual, 7.3.5 and 7.3.9.
enum PN532Command {
    /// InCommunicateThru.
    static func exchange(_ frame: [UInt8]) -> [UInt8] { direct([0xD4, 0x42] + frame) }

    /// InListPassiveTarget, one tag at 106 kbit/s. Reactivates a tag that is silent after it refused a frame.
    static let reactivate = direct([0xD4, 0x4A, 0x01, 0x00])

    /// The tag's frame in the response to `exchange`; nil if there is none.
    static func frame(in data: [UInt8]) -> [UInt8]? {
        data.starts(with: [0xD5, 0x43, 0x00]) && data.count > 3 ? Array(data.dropFirst(3)) : nil
    }

    private static func direct(_ command: [UInt8]) -> [UInt8] { [0xFF, 0x00, 0x00, 0x00, UInt8(command.count)] + command }
}

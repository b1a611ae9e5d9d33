import SecureMessaging

/// A command of the NTAG 424 DNA in an authenticated session. NT4H2421Gx, chapter 10.
struct SecureCommand: Equatable {
    let instruction: UInt8
    /// Not encrypted.
    var header: [UInt8] = []
    var data: [UInt8] = []
    /// Whether the tag expects encrypted data, and encrypts its own.
    var isEncrypted = false

    /// Sets how the address file is accessed and mirrored. 10.7.1.
    static func changeFileSettings(_ settings: SDMFileSettings) -> SecureCommand {
        SecureCommand(instruction: 0x5F, header: [SDMFileSettings.file], data: settings.bytes, isEncrypted: true)
    }

    /// Replaces the key that the session was authenticated with. The response has no MAC, and the session ends. 10.6.1.
    static func changeOwnKey(_ number: UInt8, to key: AESKey, version: UInt8) -> SecureCommand {
        changeKey(number, key.bytes + [version])
    }

    /// Replaces another key. Its old value must be known. 10.6.1.
    static func changeKey(_ number: UInt8, from old: AESKey, to key: AESKey, version: UInt8) -> SecureCommand {
        let change = zip(old.bytes, key.bytes).map { $0 ^ $1 }
        return changeKey(number, change + [version] + checksum(key.bytes))
    }

    private static func changeKey(_ number: UInt8, _ data: [UInt8]) -> SecureCommand {
        SecureCommand(instruction: 0xC4, header: [number], data: data, isEncrypted: true)
    }

    /// The data of the response is the key's version. 10.6.2.
    static func keyVersion(_ number: UInt8) -> SecureCommand { SecureCommand(instruction: 0x64, header: [number]) }

    /// The data of the response is the UID, also of a tag that sends a random one. 10.5.3.
    static let cardUID = SecureCommand(instruction: 0x51, isEncrypted: true)

    /// The data of the response is a ``TamperStatus``. Only an NTAG 424 DNA TagTamper has it. NT4H2421Tx 11.9.1.
    static let tamperStatus = SecureCommand(instruction: 0xF7, isEncrypted: true)

    /// CRC-32 (IEEE 802.3) without the final inversion, least significant byte first.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var register: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 { register = register & 1 == 0 ? register >> 1 : register >> 1 ^ 0xEDB8_8320 }
        }
        return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: register >> $0) }
    }
}

/// Whether the wire of an NTAG 424 DNA TagTamper was cut.
package struct TamperStatus: Sendable, Equatable {
    package enum State: UInt8, Sendable {
        case invalid = 0x49
        case closed = 0x43
        case open = 0x4F
    }

    /// Whether it was ever found open.
    package let ever: State
    package let now: State

    /// - Parameter bytes: the data of the response.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 2, let ever = State(rawValue: bytes[0]), let now = State(rawValue: bytes[1]) else { return nil }
        (self.ever, self.now) = (ever, now)
    }
}

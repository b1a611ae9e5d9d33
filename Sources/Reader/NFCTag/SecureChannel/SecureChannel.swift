import SecureMessaging

/// The commands and responses of an authenticated session. NT4H2421Gx 9.1.8 to 9.1.10.
struct SecureChannel {
    /// TI, four bytes.
    let identifier: [UInt8]
    let encryptionKey: AESKey
    let macKey: AESKey
    /// CmdCtr: the number of commands with a response.
    private(set) var counter: UInt16

    init(identifier: [UInt8], encryptionKey: AESKey, macKey: AESKey, counter: UInt16 = 0) {
        self.identifier = identifier
        self.encryptionKey = encryptionKey
        self.macKey = macKey
        self.counter = counter
    }

    /// The APDU of a command.
    func apdu(_ command: SecureCommand) -> [UInt8] {
        let data = command.isEncrypted && !command.data.isEmpty ? encrypted(command.data) : command.data
        let covered = [command.instruction] + counterBytes + identifier + command.header + data
        let body = command.header + data + macKey.truncatedMAC(covered)
        return [0x90, command.instruction, 0x00, 0x00, UInt8(body.count)] + body + [0x00]
    }

    /// Checks and decrypts the response to a command, and counts the command.
    /// - Parameters:
    ///   - response: without its status word, which is success: 91 00. The MAC covers its second byte.
    ///   - isEncrypted: whether the tag encrypts the data.
    mutating func data(of response: [UInt8], isEncrypted: Bool) throws(SecureChannelError) -> [UInt8] {
        counter &+= 1
        guard response.count >= SDMMessage.macLength else { throw .wrongLength }
        let (data, mac) = (response.dropLast(SDMMessage.macLength), response.suffix(SDMMessage.macLength))
        let covered = [0x00] + counterBytes + identifier + data
        guard macKey.truncatedMAC(covered) == Array(mac) else { throw .wrongMAC }
        return isEncrypted && !data.isEmpty ? try decrypted(Array(data)) : Array(data)
    }

    private var counterBytes: [UInt8] { [UInt8(truncatingIfNeeded: counter), UInt8(counter >> 8)] }

    private func vector(_ purpose: [UInt8]) -> [UInt8] {
        encryptionKey.encrypted(block: purpose + identifier + counterBytes + Array(repeating: 0, count: 8))
    }

    /// Pads with 80 00 … to whole blocks, always by at least one byte.
    private func encrypted(_ bytes: [UInt8]) -> [UInt8] {
        let padded = bytes + [0x80] + Array(repeating: 0, count: 15 - bytes.count % 16)
        return encryptionKey.encrypted(padded, vector: vector([0xA5, 0x5A]))
    }

    private func decrypted(_ bytes: [UInt8]) throws(SecureChannelError) -> [UInt8] {
        guard bytes.count.isMultiple(of: AESKey.length) else { throw .wrongLength }
        let text = encryptionKey.decrypted(bytes, vector: vector([0x5A, 0xA5]))
        guard let end = text.lastIndex(where: { $0 != 0 }), text[end] == 0x80 else { throw .wrongPadding }
        return Array(text[..<end])
    }
}

/// Why the response of a tag in an authenticated session is not accepted.
package enum SecureChannelError: Error, Sendable, Equatable {
    case wrongLength
    /// The tag does not have the key, or the response was changed.
    case wrongMAC
    case wrongPadding
}

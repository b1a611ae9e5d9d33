import SecureMessaging

/// The first authentication of a session: tag and program show each other that they have the same key, and agree on session keys.
/// NT4H2421Gx 9.1.5, AuthenticateEV2First.
///
///     transmit(EV2Authentication.request(keyNumber: 0)) → challenge
///     transmit(authentication.answer(to: challenge))    → authentication.channel(from: answer)
struct EV2Authentication {
    private let key: AESKey
    /// The program's random number (RndA) and the tag's (RndB).
    private let own: [UInt8]
    private let others: [UInt8]

    private static let length = 16

    /// The first command.
    static func request(keyNumber: UInt8) -> [UInt8] { [0x90, 0x71, 0x00, 0x00, 0x02, keyNumber, 0x00, 0x00] }

    /// - Parameters:
    ///   - challenge: the data of the response to ``request(keyNumber:)``.
    ///   - random: 16 random bytes.
    init(key: AESKey, challenge: [UInt8], random: [UInt8]) throws(SecureChannelError) {
        guard challenge.count == Self.length, random.count == Self.length else { throw .wrongLength }
        self.key = key
        own = random
        others = key.decrypted(challenge)
    }

    /// The second command. Its answer has ``channel(from:)``.
    var answer: [UInt8] {
        let data = key.encrypted(own + Self.rotated(others))
        return [0x90, 0xAF, 0x00, 0x00, UInt8(data.count)] + data + [0x00]
    }

    /// - Parameter answer: the data of the response to ``answer``: the transaction identifier, RndA rotated, and capabilities.
    /// - Throws: ``SecureChannelError/wrongMAC`` if the tag does not have the key.
    func channel(from answer: [UInt8]) throws(SecureChannelError) -> SecureChannel {
        guard answer.count == 2 * Self.length else { throw .wrongLength }
        let text = key.decrypted(answer)
        guard Array(text[4..<20]) == Self.rotated(own) else { throw .wrongMAC }
        return SecureChannel(
            identifier: Array(text[..<4]), encryptionKey: sessionKey([0xA5, 0x5A]), macKey: sessionKey([0x5A, 0xA5]))
    }

    /// NT4H2421Gx 9.1.7.
    private func sessionKey(_ purpose: [UInt8]) -> AESKey {
        let mixed = zip(own[2..<8], others[..<6]).map { $0 ^ $1 }
        return key.sessionKey(purpose + [0x00, 0x01, 0x00, 0x80] + own[..<2] + mixed + others[6...] + own[8...])
    }

    private static func rotated(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.dropFirst() + bytes.prefix(1)) }
}

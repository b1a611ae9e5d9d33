import Crypto

/// Encrypts a push message for its browser (RFC 8291), so that the push service cannot read it.
enum PushEncryption {
    /// Bytes of a payload. Push services must accept 4,096 bytes (RFC 8030, 7.2), of which encryption takes 103.
    static let maximumLength = 3_900

    /// - Parameters:
    ///   - key: new for each message. Only tests choose it.
    ///   - salt: 16 random bytes, new for each message.
    /// - Returns: one record of the content encoding `aes128gcm` (RFC 8188), after its header.
    static func encrypt(
        _ payload: [UInt8], for subscription: PushSubscription, key: P256.KeyAgreement.PrivateKey, salt: [UInt8]
    ) throws -> [UInt8] {
        let receiver = try P256.KeyAgreement.PublicKey(x963Representation: subscription.publicKey)
        let sender = Array(key.publicKey.x963Representation)
        // RFC 8291, 3.4.
        let secret = try key.sharedSecretFromKeyAgreement(with: receiver).hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: subscription.authentication,
            sharedInfo: Array("WebPush: info\0".utf8) + subscription.publicKey + sender, outputByteCount: 32)
        // RFC 8188, 2.2 and 2.3.
        func derived(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, salt: salt, info: Array(info.utf8), outputByteCount: count)
        }
        let contentKey = derived("Content-Encoding: aes128gcm\0", 16)
        let nonce = derived("Content-Encoding: nonce\0", 12).withUnsafeBytes { Array($0) }
        // 2 ends the last record.
        let box = try AES.GCM.seal(payload + [2], using: contentKey, nonce: AES.GCM.Nonce(data: nonce))
        let recordSize: [UInt8] = [0, 0, 0x10, 0]
        return salt + recordSize + [UInt8(sender.count)] + sender + Array(box.ciphertext) + Array(box.tag)
    }
}

import Crypto
import Foundation
import Messaging

/// Bytes in base64url without padding.
func bytes(_ text: String) -> [UInt8] {
    let plain = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
    return Data(base64Encoded: plain + padding).map { Array($0) } ?? []
}

/// A browser with one subscription.
struct TestBrowser {
    private let key = P256.KeyAgreement.PrivateKey()
    private let authentication = Array(UInt8(1)...16)

    func subscription(at endpoint: String) throws -> PushSubscription {
        try PushSubscription(
            endpoint: endpoint, publicKey: Array(key.publicKey.x963Representation), authentication: authentication)
    }

    /// The payload of a message. Decrypts with the parts that the header names (RFC 8188, 2.1), as a browser does.
    func decrypted(_ message: [UInt8]) throws -> [UInt8] {
        let (salt, sender) = (Array(message[..<16]), Array(message[21..<86]))
        let shared = try key.sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(x963Representation: sender))
        let secret = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: authentication,
            sharedInfo: Array("WebPush: info\0".utf8) + Array(key.publicKey.x963Representation) + sender, outputByteCount: 32)
        func derived(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, salt: salt, info: Array(info.utf8), outputByteCount: count)
        }
        let nonce = derived("Content-Encoding: nonce\0", 12).withUnsafeBytes { Array($0) }
        let box = try AES.GCM.SealedBox(combined: nonce + Array(message[86...]))
        return Array(try AES.GCM.open(box, using: derived("Content-Encoding: aes128gcm\0", 16)).dropLast())
    }
}

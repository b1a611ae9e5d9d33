import Crypto
import FoundationEssentials

/// The key pair with which servers identify themselves to push services (VAPID, RFC 8292). A subscription is bound to it: with
/// another key, browsers must subscribe again.
package struct PushKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// - Parameter seed: 32 secret bytes. All servers with the same seed have the same key.
    package init(seed: [UInt8]) {
        var number = 0
        while true {
            let bytes = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: seed), info: Array("web push key \(number)".utf8), outputByteCount: 32)
            if let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) {
                self.key = key
                return
            }
            // One of 2³² numbers is above the order of the curve, and no key.
            number += 1
        }
    }

    /// The uncompressed point in base64url without padding.
    var publicKey: String { Self.base64URL(key.publicKey.x963Representation) }

    /// The value of `Authorization` for a request to a push service. It is valid for 12 hours; the limit is 24 (RFC 8292, 2).
    /// - Parameters:
    ///   - origin: that of the push service.
    ///   - contact: the `mailto:` or `https:` address at which the service's operator reaches the administrator.
    ///   - seconds: now, in seconds since 1970.
    func authorization(for origin: String, contact: String, at seconds: Int64) throws -> String {
        let claims = try JSONEncoder().encode(Claims(aud: origin, exp: seconds + 12 * 3600, sub: contact))
        let head = Data(#"{"typ":"JWT","alg":"ES256"}"#.utf8)
        let signed = Self.base64URL(head) + "." + Self.base64URL(claims)
        let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
        return "vapid t=\(signed).\(Self.base64URL(signature)), k=\(publicKey)"
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int64
        let sub: String
    }

    static func base64URL(_ data: Data) -> String {
        data.base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
    }
}

import Crypto
import FoundationEssentials

/// Encrypts an authorization request for its cookie (AES-GCM), so that the browser can neither read nor change it.
struct AuthorizationRequestSealer: Sendable {
    private let key: SymmetricKey
    /// Authenticated with each request: a request to one provider is invalid for another.
    private let issuer: Data

    /// - Parameter key: 32 random bytes that all server processes share.
    init(key: [UInt8], issuer: String) {
        self.key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: key), info: Data("desktap sign-in attempt".utf8), outputByteCount: 32)
        self.issuer = Data(issuer.utf8)
    }

    /// The sealed request in base64url, without padding.
    func seal(_ request: AuthorizationRequest) throws -> String {
        let box = try AES.GCM.seal(try JSONEncoder().encode(request), using: key, authenticating: issuer)
        // A combined form exists because the nonce has the default length.
        guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return combined.base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
    }

    /// Nil for text that was not sealed here or was changed.
    func open(_ text: String) -> AuthorizationRequest? {
        guard let data = Data(base64URL: text.utf8), let box = try? AES.GCM.SealedBox(combined: data),
            let content = try? AES.GCM.open(box, using: key, authenticating: issuer)
        else { return nil }
        return try? JSONDecoder().decode(AuthorizationRequest.self, from: content)
    }
}

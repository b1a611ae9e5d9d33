import Attendance
import AttendanceStore
import Crypto
import FoundationEssentials

/// One attempt to sign in by a provider, from the button to the provider's answer. It lives in the browser's cookie alone, so
/// that beginning one writes nothing here, and any server can go on with it.
struct SignInAttempt: Codable, Sendable, Equatable {
    /// How long it may take, in seconds.
    static let lifetime: Int64 = 600

    /// Comes back with the answer, which is otherwise somebody else's.
    let state: String
    /// Comes back in the ID token.
    let nonce: String
    /// Proves to the provider that who fetches the token began the attempt (RFC 7636).
    let verifier: String
    /// Where the browser wanted to go.
    let address: String
    /// Whether the person is to prove anew who they are; nil in an attempt that an earlier version began.
    let isAgain: Bool?
    /// Seconds since 1970.
    let begun: Int64

    init(to address: ReturnAddress, isAgain: Bool, now: Instant) {
        state = Secret().text
        nonce = Secret().text
        verifier = Secret().text
        self.address = address.text
        self.isAgain = isAgain
        begun = now.seconds
    }

    /// What of the verifier the provider is told beforehand (RFC 7636, 4.2, S256).
    var challenge: String { Data(SHA256.hash(data: Data(verifier.utf8))).base64URL }

    /// - Throws: ``OIDCProblem/attemptTooOld``.
    func checkAge(now: Instant) throws(OIDCProblem) {
        guard (begun...begun + Self.lifetime).contains(now.seconds) else { throw .attemptTooOld }
    }
}

/// Closes an attempt for the browser to keep, so that nobody there can read or change it.
struct AttemptSeal: Sendable {
    private let key: SymmetricKey
    /// An attempt for one provider is none for another.
    private let issuer: Data

    /// - Parameter key: 32 random bytes that all server processes share.
    init(key: [UInt8], issuer: String) {
        self.key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: key), info: Data("desktap sign-in attempt".utf8), outputByteCount: 32)
        self.issuer = Data(issuer.utf8)
    }

    func close(_ attempt: SignInAttempt) throws -> String {
        let box = try AES.GCM.seal(try JSONEncoder().encode(attempt), using: key, authenticating: issuer)
        // The nonce has the usual length, so that there is a combined form.
        guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return combined.base64URL
    }

    /// Nil for what was not closed here, or was changed.
    func open(_ text: String) -> SignInAttempt? {
        guard let data = Data(base64URL: text), let box = try? AES.GCM.SealedBox(combined: data),
            let content = try? AES.GCM.open(box, using: key, authenticating: issuer)
        else { return nil }
        return try? JSONDecoder().decode(SignInAttempt.self, from: content)
    }
}

extension String {
    /// Compares without telling by the time it takes how much of a guess is right.
    func isSame(as other: String) -> Bool {
        SHA256.hash(data: Data(utf8)) == SHA256.hash(data: Data(other.utf8))
    }
}

import Crypto
import Foundation
import Postgres

/// The 32 random bytes from which all servers derive the keys of cookies, of sign-ins at identity providers, of links that confirm
/// e-mail addresses, and of messages to push services. The database stores them encrypted under the servers' secret.
package struct CookieKey: Sendable, Equatable {
    package let bytes: [UInt8]

    /// Generates the key if there is none.
    /// - Throws: ``SecretError``.
    init(pool: PostgresPool, secrets: SecretStore) async throws {
        let secret = try await secrets.secret()
        let stored = try await pool.query("SignIn/cookie_key").first?.bytes("key")
        // Earlier versions stored the key itself. It stays, so that browsers keep their cookies and subscriptions.
        let key =
            stored.flatMap { $0.count == 32 ? Data($0) : nil } ?? SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        let kept = try await pool.query("SignIn/keep_cookie_key", ["key": PostgresBytes(try secret.wrapped(cookieKey: key))])
        bytes = try secret.unwrappedCookieKey(try kept[0].bytes("key"))
    }

    /// The 32 bytes of the key pair that identifies the servers to push services.
    package var pushSeed: [UInt8] {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: bytes), info: Data("web push".utf8), outputByteCount: 32
        ).withUnsafeBytes { Array($0) }
    }
}

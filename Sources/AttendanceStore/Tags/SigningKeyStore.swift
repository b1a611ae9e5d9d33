package import Attendance
import Crypto
import Foundation
import Postgres

/// Keys that sign tags' certificates. The private half is stored wrapped under the servers' secret.
package struct SigningKeyStore: Sendable {
    let pool: PostgresPool
    let secrets: SecretKeeper

    /// All signing keys. The last that is not retired signs; all that are not retired verify.
    package func signingKeys() async throws -> [SigningKey] {
        try await pool.query("Tags/signing_keys").map { row in
            SigningKey(
                number: try row.get(0), publicKey: try row.bytes(1), madeAt: try row.instant(3),
                retiredAt: try row.instantIfPresent(4), tags: try row.get(5))
        }
    }

    /// Makes a key, which signs from then on. The earlier ones go on verifying.
    /// - Returns: its number.
    package func addSigningKey(now: Instant) async throws -> Int64 {
        while true {
            let next = (try await signingKeys().last?.number ?? 0) + 1
            if try await addSigningKey(next, now: now) { return next }
        }
    }

    /// - Returns: false where somebody else has just made one of this number.
    private func addSigningKey(_ next: Int64, now: Instant) async throws -> Bool {
        guard let number = UInt16(exactly: next) else { throw TagRegisterError.tooManyKeys }
        let key = Curve25519.Signing.PrivateKey()
        let wrapped = try await secrets.secret().wrapped(key, number: number)
        let rows = try await pool.query(
            "Tags/insert_signing_key", next, PostgresBytes(key.publicKey.rawRepresentation), PostgresBytes(wrapped),
            PostgresTimestamp(now))
        try await pool.notifyAccessChanged()
        return !rows.isEmpty
    }

    /// Retires a key: certificates by it prove no more than their tag's UID.
    /// - Throws: ``TagRegisterError/unknownKey(_:)``.
    package func retireSigningKey(_ number: Int64, now: Instant) async throws {
        try await pool.withTransaction { connection in
            guard try await !connection.query("Tags/retire_signing_key", number, PostgresTimestamp(now)).isEmpty else {
                throw TagRegisterError.unknownKey(number)
            }
            try await connection.notifyAccessChanged()
        }
    }

    /// The key that signs now, opened; made where there is none.
    func signer(now: Instant) async throws -> (number: UInt16, key: Curve25519.Signing.PrivateKey) {
        let secret = try await secrets.secret()
        while true {
            let rows = try await pool.query("Tags/signing_keys")
            for row in rows.reversed() where try row.instantIfPresent(4) == nil {
                let number = UInt16(truncatingIfNeeded: try row.get(0, as: Int64.self))
                return (number, try secret.unwrapped(try row.bytes(2), number: number))
            }
            // Of several that find none, one makes it, and all sign by that.
            _ = try await addSigningKey((try rows.last?.get(0) ?? 0) + 1, now: now)
        }
    }

    /// What tags that are read are held against.
    func tagRegister() async throws -> TagRegister {
        let results = try await pool.withConnection { connection in
            try await connection.pipeline([PostgresCommand("Tags/signing_keys"), PostgresCommand("Tags/tag_register")])
        }
        return try TagRegister(keys: results[0], tags: results[1])
    }
}

package import Attendance
import Crypto
import Foundation
import Postgres

/// Keys that sign tags' certificates. The private half is stored wrapped under the servers' secret.
package struct SigningKeyStore: Sendable {
    let pool: PostgresPool
    let secrets: SecretStore

    /// All signing keys by number. The last active key signs new certificates; every active key verifies.
    package func signingKeys() async throws -> [SigningKey] {
        try await pool.query("Tags/signing_keys").map { row in
            SigningKey(
                number: try row.get("number"), publicKey: try row.bytes("public_key"),
                madeAt: try row.instant("made_at"), retiredAt: try row.instantIfPresent("retired_at"),
                tags: try row.get("tags"))
        }
    }

    /// Creates a key that signs all certificates from now on. Earlier keys still verify.
    /// - Returns: the new key's number.
    package func addSigningKey(now: Instant) async throws -> Int64 {
        while true {
            let next = (try await signingKeys().last?.number ?? 0) + 1
            if try await addSigningKey(next, now: now) { return next }
        }
    }

    /// - Returns: false if another server has just created a key with this number.
    private func addSigningKey(_ next: Int64, now: Instant) async throws -> Bool {
        guard let number = UInt16(exactly: next) else { throw TagRegisterError.tooManyKeys }
        let key = Curve25519.Signing.PrivateKey()
        let wrapped = try await secrets.secret().wrapped(key, number: number)
        return try await pool.withTransaction { connection in
            let rows = try await connection.query(
                "Tags/insert_signing_key",
                [
                    "number": next, "public_key": PostgresBytes(key.publicKey.rawRepresentation),
                    "wrapped_private_key": PostgresBytes(wrapped), "now": PostgresTimestamp(now),
                ])
            guard !rows.isEmpty else { return false }
            try await ConfigurationChange(.signingKey, .added, "\(next)").note(by: .command, now: now, connection)
            try await connection.notifyAccessChanged()
            return true
        }
    }

    /// Retires a key. A certificate signed by it then proves only the UID of its tag.
    /// - Throws: ``TagRegisterError/unknownKey(_:)``.
    package func retireSigningKey(_ number: Int64, now: Instant) async throws {
        try await pool.withTransaction { connection in
            let retired = try await connection.query(
                "Tags/retire_signing_key", ["now": PostgresTimestamp(now), "number": number])
            guard !retired.isEmpty else { throw TagRegisterError.unknownKey(number) }
            try await ConfigurationChange(.signingKey, .retired, "\(number)").note(by: .command, now: now, connection)
            try await connection.notifyAccessChanged()
        }
    }

    /// Decrypts all keys, and returns their number.
    /// - Throws: ``SecretError/wrongKey(_:)``.
    func check(with secret: ServerSecret) async throws -> Int {
        let rows = try await pool.query("Tags/signing_keys")
        for row in rows { _ = try Self.unwrapped(row, secret) }
        return rows.count
    }

    private static func unwrapped(
        _ row: PostgresRow, _ secret: ServerSecret
    ) throws -> (number: UInt16, key: Curve25519.Signing.PrivateKey) {
        let number = UInt16(truncatingIfNeeded: try row.get("number", as: Int64.self))
        return (number, try secret.unwrapped(try row.bytes("wrapped_private_key"), number: number))
    }

    /// The current signing key, decrypted. Created if there is none.
    func signer(now: Instant) async throws -> (number: UInt16, key: Curve25519.Signing.PrivateKey) {
        let secret = try await secrets.secret()
        while true {
            let rows = try await pool.query("Tags/signing_keys")
            for row in rows.reversed() where try row.instantIfPresent("retired_at") == nil {
                return try Self.unwrapped(row, secret)
            }
            // If several servers find no key, one creates it and all sign with it.
            _ = try await addSigningKey((try rows.last?.get("number") ?? 0) + 1, now: now)
        }
    }

    /// All tags and signing keys, to verify tags that are read. A master key that cannot be decrypted is left out and logged: taps at
    /// its tags are recorded without the proof.
    func tagVerifier() async throws -> TagVerifier {
        let results = try await pool.withConnection { connection in
            try await connection.pipeline([
                PostgresCommand("Tags/signing_keys"), PostgresCommand("Tags/tag_register"),
                PostgresCommand("Tags/master_keys"), PostgresCommand("Tags/tag_keys"),
            ])
        }
        var masters: [Int64: TagKeyStore.Master] = [:]
        if !results[2].isEmpty {
            do {
                let (opened, failures) = try TagKeyStore.decrypted(results[2], with: try await secrets.existing())
                masters = opened
                for failure in failures { await secrets.logOnce(failure) }
            } catch let error as SecretError {
                await secrets.logOnce(error)
            }
        }
        return try TagVerifier(keys: results[0], tags: results[1], masters: masters, tagKeys: results[3])
    }
}

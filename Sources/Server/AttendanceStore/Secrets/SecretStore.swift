import Daemon
import Foundation
import Logging
import Postgres

/// Reads the servers' secret from its file. Creates the secret when it is needed for the first time.
///
/// The database is bound to the first secret that was used with it. A server with another secret must not run: it would
/// recognize no badge, and the other servers would reject the tags that it signs.
package actor SecretStore {
    private let path: String?
    private let mayMake: Bool
    private let pool: PostgresPool
    private let logger: Logger?
    private var known: ServerSecret?
    private var logged: Set<String> = []

    init(path: String?, mayMake: Bool, pool: PostgresPool, logger: Logger?) {
        self.path = path
        self.mayMake = mayMake
        self.pool = pool
        self.logger = logger
    }

    /// Checks that the secret matches the database. Creates nothing. Succeeds if the database is not bound to a secret yet.
    /// - Returns: nil: there is no secret yet.
    /// - Throws: ``SecretError``.
    @discardableResult
    package func check() async throws -> ServerSecret? {
        let fingerprint = try await fingerprint()
        guard let path else {
            if fingerprint != nil { throw SecretError.noFile }
            return nil
        }
        guard let secret = try Self.read(path) else {
            if fingerprint != nil { throw SecretError.missing(path: path) }
            return nil
        }
        if let fingerprint, fingerprint != secret.fingerprint { throw SecretError.other(path: path) }
        return secret
    }

    /// The secret of the database.
    /// - Throws: ``SecretError``, also if there is none yet.
    func existing() async throws -> ServerSecret {
        guard let secret = try await check() else { throw SecretError.notMade(path: path ?? "") }
        return secret
    }

    /// Binds the database to the secret. Creates the secret if there is no file and the database is not bound yet.
    /// - Throws: ``SecretError``.
    package func bind() async throws { _ = try await secret() }

    /// The secret. Created if there is no file and the database is not bound to a secret yet.
    /// - Throws: ``SecretError``.
    func secret() async throws -> ServerSecret {
        if let known { return known }
        guard let path else { throw SecretError.noFile }
        let fingerprint = try await fingerprint()
        let secret: ServerSecret
        if let found = try Self.read(path) {
            secret = found
        } else {
            guard fingerprint == nil else { throw SecretError.missing(path: path) }
            guard mayMake else { throw SecretError.notMade(path: path) }
            secret = try Self.make(path)
            logger?.notice("created the servers' secret \(path): copy it to all other servers, and back it up")
        }
        if fingerprint == nil {
            try await pool.query(
                "Secrets/insert_secret_fingerprint", ["fingerprint": PostgresBytes(secret.fingerprint)])
        }
        // If two servers with different secrets start at the same time, the database is bound to one of them.
        guard try await self.fingerprint() == secret.fingerprint else { throw SecretError.other(path: path) }
        known = secret
        return secret
    }

    /// Logs an error that stops nothing.
    func logOnce(_ error: SecretError) {
        if logged.insert(error.description).inserted { logger?.error("\(error)") }
    }

    private func fingerprint() async throws -> [UInt8]? {
        try await pool.query("Secrets/secret_fingerprint").first?.bytes("fingerprint")
    }

    // MARK: The file

    /// - Returns: nil if there is no such file.
    private static func read(_ path: String) throws(SecretError) -> ServerSecret? {
        let bytes: [UInt8]
        do {
            bytes = try SecretFile.read(path)
        } catch .missing {
            return nil
        } catch {
            throw .unusable(path: path, error)
        }
        guard bytes.count == ServerSecret.length else { throw .wrongLength(path: path, bytes: bytes.count) }
        return ServerSecret(bytes)
    }

    /// If two processes create the secret, the second uses the first one's.
    private static func make(_ path: String) throws -> ServerSecret {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SecretError.unwritable(path: path, why: "the folder \(folder) cannot be created")
        }
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<ServerSecret.length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        do {
            // The database will be bound to the secret, so the file must survive a power failure from here on.
            try DurableFile.create(bytes, at: path)
        } catch {
            throw SecretError.unwritable(path: path, why: error.reason)
        }
        guard let secret = try read(path) else { throw SecretError.unwritable(path: path, why: "another process deleted it") }
        return secret
    }
}

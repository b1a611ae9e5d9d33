import Daemon
import Foundation
import Glibc
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

    init(path: String?, mayMake: Bool, pool: PostgresPool, logger: Logger?) {
        self.path = path
        self.mayMake = mayMake
        self.pool = pool
        self.logger = logger
    }

    /// Checks that the secret matches the database. Creates nothing. Succeeds if the database is not bound to a secret yet.
    /// - Throws: ``SecretError``.
    package func check() async throws {
        let fingerprint = try await fingerprint()
        guard let path else {
            if fingerprint != nil { throw SecretError.noFile }
            return
        }
        guard let secret = try Self.read(path) else {
            if fingerprint != nil { throw SecretError.missing(path: path) }
            return
        }
        if let fingerprint, fingerprint != secret.fingerprint { throw SecretError.other(path: path) }
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
                "Operation/insert_secret_fingerprint", ["fingerprint": PostgresBytes(secret.fingerprint)])
        }
        // If two servers with different secrets start at the same time, the database is bound to one of them.
        guard try await self.fingerprint() == secret.fingerprint else { throw SecretError.other(path: path) }
        known = secret
        return secret
    }

    private func fingerprint() async throws -> [UInt8]? {
        try await pool.query("Operation/secret_fingerprint").first?.get("fingerprint", as: PostgresBytes.self).bytes
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

    /// Writes the file under a temporary name first, so that no process reads half a secret. If two processes create the
    /// secret, the second uses the first one's.
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
        let draft = path + ".\(UUID().uuidString.prefix(8))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SecretError.unwritable(path: path, why: reason()) }
        defer { unlink(draft) }
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let why = reason()
        guard close(descriptor) == 0, isWritten else { throw SecretError.unwritable(path: path, why: why) }
        if link(draft, path) != 0, errno != EEXIST { throw SecretError.unwritable(path: path, why: reason()) }
        // The database will be bound to the secret, so the file must survive a power failure from here on.
        try sync(folder, for: path)
        guard let secret = try read(path) else { throw SecretError.unwritable(path: path, why: "another process deleted it") }
        return secret
    }

    private static func sync(_ folder: String, for path: String) throws(SecretError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unwritable(path: path, why: reason()) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .unwritable(path: path, why: reason()) }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}

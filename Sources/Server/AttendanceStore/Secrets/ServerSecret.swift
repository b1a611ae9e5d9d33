import Attendance
import Crypto
package import Daemon
import Foundation
import Postgres
import SecureMessaging

/// The 32 random bytes that all servers of a database share. They are not stored in the database. Each use has its own key,
/// derived from them (HKDF, RFC 5869).
package struct ServerSecret: Sendable {
    package static let length = 32
    private let key: SymmetricKey

    /// - Parameter bytes: ``length`` bytes.
    init(_ bytes: some ContiguousBytes) { key = SymmetricKey(data: bytes) }

    /// Identifies the secret in the database. The secret cannot be derived from it.
    var fingerprint: [UInt8] { derived("desktap fingerprint 1").withUnsafeBytes { Array($0) } }

    private func derived(_ use: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data(use.utf8), outputByteCount: 32)
    }

    /// The keyed hash of a badge (HMAC-SHA256).
    func authentication(of bytes: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: derived("desktap badges 1")))
    }

    /// The keyed hash of a person's identity at a provider (HMAC-SHA256). It replaces the identity when the name is erased.
    func identityHash(issuer: String, subject: String) -> [UInt8] {
        // An issuer contains no line break, so different pairs have different texts.
        let text = Data("\(issuer)\n\(subject)".utf8)
        return Array(HMAC<SHA256>.authenticationCode(for: text, using: derived("desktap left identities 1")))
    }

    /// Signs anchors of the ledger.
    func anchorKey() throws -> Curve25519.Signing.PrivateKey {
        try Curve25519.Signing.PrivateKey(rawRepresentation: derived("desktap anchors 1").withUnsafeBytes { Data($0) })
    }

    // MARK: Keys in the database

    /// A private signing key, encrypted for the database (AES-GCM). It can be decrypted only with the same number.
    func wrapped(_ key: Curve25519.Signing.PrivateKey, number: UInt16) throws -> [UInt8] {
        try wrapped(key.rawRepresentation, use: "desktap signing keys 1", name: Self.name(number))
    }

    /// - Throws: ``SecretError/wrongKey(_:)`` if it was encrypted with another secret, or changed.
    func unwrapped(_ bytes: [UInt8], number: UInt16) throws -> Curve25519.Signing.PrivateKey {
        do {
            return try Curve25519.Signing.PrivateKey(
                rawRepresentation: try unwrapped(bytes, use: "desktap signing keys 1", name: Self.name(number)))
        } catch {
            throw SecretError.wrongKey(number)
        }
    }

    /// A master key of tags, in the same way.
    func wrapped(_ key: AESKey, number: UInt16) throws -> [UInt8] {
        try wrapped(Data(key.bytes), use: "desktap tag keys 1", name: Data("tag master key \(number)".utf8))
    }

    /// - Throws: ``SecretError/wrongTagKey(_:)`` if it was encrypted with another secret, or changed.
    func unwrappedTagKey(_ bytes: [UInt8], number: UInt16) throws(SecretError) -> AESKey {
        let name = Data("tag master key \(number)".utf8)
        guard let bytes = try? unwrapped(bytes, use: "desktap tag keys 1", name: name), let key = AESKey(Array(bytes)) else {
            throw .wrongTagKey(number)
        }
        return key
    }

    /// The key of cookies, in the same way.
    func wrapped(cookieKey: Data) throws -> [UInt8] { try wrapped(cookieKey, use: "desktap cookies 1", name: Data()) }

    /// - Throws: ``SecretError/wrongCookieKey`` if it was encrypted with another secret, or changed.
    func unwrappedCookieKey(_ bytes: [UInt8]) throws(SecretError) -> [UInt8] {
        guard let key = try? unwrapped(bytes, use: "desktap cookies 1", name: Data()) else { throw .wrongCookieKey }
        return Array(key)
    }

    private func wrapped(_ key: Data, use: String, name: Data) throws -> [UInt8] {
        let box = try AES.GCM.seal(key, using: derived(use), authenticating: name)
        // Never nil: the generated nonce has 12 bytes.
        return box.combined.map { Array($0) } ?? []
    }

    private func unwrapped(_ bytes: [UInt8], use: String, name: Data) throws -> Data {
        try AES.GCM.open(try AES.GCM.SealedBox(combined: bytes), using: derived(use), authenticating: name)
    }

    private static func name(_ number: UInt16) -> Data { Data("signing key \(number)".utf8) }
}

/// The reason why the servers' secret cannot be used.
package enum SecretError: Error, Sendable, Equatable {
    /// No path is configured.
    case noFile
    case unusable(path: String, SecretFile.Problem)
    case unwritable(path: String, why: String)
    case wrongLength(path: String, bytes: Int)
    /// The database is bound to a secret, but there is no file.
    case missing(path: String)
    /// There is no secret yet, and this program must not create it.
    case notMade(path: String)
    /// The database is bound to another secret.
    case other(path: String)
    /// This signing key cannot be decrypted.
    case wrongKey(UInt16)
    /// This master key of tags cannot be decrypted.
    case wrongTagKey(UInt16)
    /// The key of cookies cannot be decrypted.
    case wrongCookieKey
}

extension SecretError: CustomStringConvertible {
    /// What happened, then what to do.
    package var description: String {
        switch self {
        case .noFile:
            "No file is set for the servers' secret. Please set its path with --secret-file or DESKTAP_SECRET_FILE."
        case .unusable(let path, let problem): "The servers' secret \(path) \(problem.predicate(path))."
        case .unwritable(let path, let why):
            "The servers' secret cannot be created at \(path): \(why). Please set another path with --secret-file or "
                + "DESKTAP_SECRET_FILE."
        case .wrongLength(let path, let bytes):
            "The servers' secret \(path) has \(bytes) bytes instead of \(ServerSecret.length). Please put the right file there."
        case .missing(let path):
            "The servers' secret of this database is not at \(path). Please copy the file from the server that created it or "
                + "from its backup, or set its path with --secret-file."
        case .notMade(let path):
            "There is no servers' secret yet at \(path); the server may use another path. Please run this as the server's "
                + "user, and set the server's path with --secret-file or DESKTAP_SECRET_FILE."
        case .other(let path):
            "The servers' secret \(path) is not the secret of this database. Please copy the file from the server that created "
                + "it or from its backup, or set its path with --secret-file."
        case .wrongTagKey(let number):
            "The tags' master key \(number) in the database cannot be decrypted: it was changed there."
        case .wrongCookieKey:
            "The key of cookies in the database cannot be decrypted: it was changed there. Please restore the row of the table "
                + "cookie_key from a backup. If there is none, delete the row: a new key is made, and people switch on their "
                + "browsers' reminders again."
        case .wrongKey(let number): "The signing key \(number) in the database cannot be decrypted: it was changed there."
        }
    }
}

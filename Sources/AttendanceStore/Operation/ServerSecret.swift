import Attendance
import Crypto
import Foundation
import Postgres

/// The 32 random bytes that all servers of one database share and the database does not hold. Each use has a key of its own,
/// made from them (HKDF, RFC 5869).
package struct ServerSecret: Sendable {
    package static let length = 32
    private let key: SymmetricKey

    /// - Parameter bytes: ``length`` of them.
    init(_ bytes: some ContiguousBytes) { key = SymmetricKey(data: bytes) }

    /// What the database remembers the secret by; nobody finds the secret from it.
    var fingerprint: [UInt8] { derived("desktap fingerprint 1").withUnsafeBytes { Array($0) } }

    private func derived(_ use: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data(use.utf8), outputByteCount: 32)
    }

    /// A hash that only whoever has the secret can make (HMAC-SHA256).
    func authentication(of bytes: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: derived("desktap badges 1")))
    }

    /// What stands for a person's name at an identity provider once it is erased (HMAC-SHA256).
    func identityHash(issuer: String, subject: String) -> [UInt8] {
        // No issuer holds a line break, so two pairs never have one text.
        let text = Data("\(issuer)\n\(subject)".utf8)
        return Array(HMAC<SHA256>.authenticationCode(for: text, using: derived("desktap left identities 1")))
    }

    // MARK: Signing keys

    /// A private signing key as it may stand in the database (AES-GCM). It can be opened under its own number alone.
    func wrapped(_ key: Curve25519.Signing.PrivateKey, number: UInt16) throws -> [UInt8] {
        let box = try AES.GCM.seal(
            key.rawRepresentation, using: derived("desktap signing keys 1"), authenticating: Self.name(number))
        // With the nonce of 12 bytes that it made itself there is always a combined form.
        return box.combined.map { Array($0) } ?? []
    }

    /// - Throws: ``SecretError/wrongKey`` where another secret wrapped it, or somebody changed it.
    func unwrapped(_ bytes: [UInt8], number: UInt16) throws -> Curve25519.Signing.PrivateKey {
        do {
            let box = try AES.GCM.SealedBox(combined: bytes)
            return try Curve25519.Signing.PrivateKey(
                rawRepresentation: try AES.GCM.open(
                    box, using: derived("desktap signing keys 1"), authenticating: Self.name(number)))
        } catch {
            throw SecretError.wrongKey(number)
        }
    }

    private static func name(_ number: UInt16) -> Data { Data("signing key \(number)".utf8) }
}

/// Why the servers' secret cannot be used.
package enum SecretError: Error, Sendable, Equatable {
    /// The program was not told where it is.
    case noFile
    case unreadable(path: String, why: String)
    case unwritable(path: String, why: String)
    /// Others than the server's user may read it.
    case open(path: String)
    case wrongLength(path: String, bytes: Int)
    /// The database is tied to one, and there is none here.
    case missing(path: String)
    /// There is none yet, and whoever asks must not make it.
    case notMade(path: String)
    /// The database is tied to another.
    case other(path: String)
    /// This signing key cannot be opened.
    case wrongKey(UInt16)
}

extension SecretError: CustomStringConvertible {
    /// What happened, then what to do.
    package var description: String {
        switch self {
        case .noFile:
            "No file for the servers' secret is set. Please say with --secret-file or DESKTAP_SECRET_FILE where it is."
        case .unreadable(let path, let why): "The servers' secret \(path) cannot be read: \(why)."
        case .unwritable(let path, let why):
            "The servers' secret cannot be made at \(path): \(why). Please say with --secret-file or DESKTAP_SECRET_FILE "
                + "where it can."
        case .open(let path): "The servers' secret \(path) may be read by others. Please run 'chmod 600 \(path)'."
        case .wrongLength(let path, let bytes):
            "The servers' secret \(path) has \(bytes) bytes in place of \(ServerSecret.length). Please put the right file there."
        case .missing(let path):
            "This database belongs to a servers' secret that is not at \(path). Please copy the file from the server that "
                + "made it or from its backup, or say with --secret-file where it is."
        case .notMade(let path):
            "There is no servers' secret yet at \(path), and perhaps the server keeps its own elsewhere. Please run this as the "
                + "server's user, and say with --secret-file or DESKTAP_SECRET_FILE where the server's is or will be."
        case .other(let path):
            "The servers' secret \(path) is not the one this database belongs to. Please copy the file from the server that "
                + "made it or from its backup, or say with --secret-file where it is."
        case .wrongKey(let number): "The signing key \(number) in the database cannot be opened: it was changed there."
        }
    }
}

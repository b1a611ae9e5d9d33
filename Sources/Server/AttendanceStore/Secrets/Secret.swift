import Attendance
import Crypto
import Foundation
import Postgres

/// A random secret that is shown once and stored only as its SHA-256.
///
/// A fast hash suffices: the secret has 256 random bits and cannot be guessed.
package struct Secret: Sendable {
    /// The secret in base64url, without padding (RFC 4648, 5).
    package let text: String

    package init() {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        text = Data(bytes).base64URL
    }

    var hash: PostgresBytes { Self.hash(text) }

    static func hash(_ text: String) -> PostgresBytes {
        SHA256.hash(data: Array(text.utf8)).withUnsafeBytes { PostgresBytes($0) }
    }
}

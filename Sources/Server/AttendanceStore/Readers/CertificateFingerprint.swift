import Crypto
import Foundation
import Postgres

/// The SHA-256 of an X.509 certificate's DER form. Not a secret, and not a proof: the TLS handshake proves the private key.
package struct CertificateFingerprint: Sendable, Hashable {
    let hash: PostgresBytes

    init(hash: PostgresBytes) { self.hash = hash }

    package init(ofDER bytes: [UInt8]) { hash = PostgresBytes(SHA256.hash(data: Data(bytes))) }

    /// - Parameter text: 64 hexadecimal digits, with or without colons between the bytes, or the line that openssl prints.
    package init?(_ text: String) {
        let digits = (text.split(separator: "=").last ?? "").filter { $0 != ":" }.map(\.hexDigitValue)
        let values = digits.compactMap(\.self)
        guard digits.count == 64, values.count == 64 else { return nil }
        hash = PostgresBytes(stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
    }
}

extension CertificateFingerprint: CustomStringConvertible {
    /// As `openssl x509 -fingerprint -sha256` prints it: `3F:0A:…`.
    package var description: String { hash.bytes.map { String(format: "%02X", $0) }.joined(separator: ":") }
}

import Crypto
import Foundation
import Postgres

/// What an X.509 certificate is known by: the SHA-256 of its DER form. No secret, and no proof: that is in the handshake of TLS.
package struct CertificateFingerprint: Sendable, Hashable {
    let hash: PostgresBytes

    init(hash: PostgresBytes) { self.hash = hash }

    package init(ofDER bytes: [UInt8]) { hash = PostgresBytes(SHA256.hash(data: Data(bytes))) }

    /// - Parameter text: 64 hexadecimal digits, with colons between the bytes or without, or the line that openssl prints.
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

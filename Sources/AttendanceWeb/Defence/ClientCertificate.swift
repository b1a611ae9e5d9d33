package import Attendance
package import AttendanceStore
import NIOSSL

/// A certificate of a client. Where a connection showed it, the handshake has proved that its key is there, and that one of the
/// authorities has signed it.
package struct ClientCertificate: Sendable, Equatable {
    package let fingerprint: CertificateFingerprint
    /// When it ends. The handshake looks at that once, and a connection may stay open for longer.
    package let end: Instant

    /// - Returns: nil where the certificate cannot be written down, which one that was read always can.
    init?(_ certificate: NIOSSLCertificate) {
        guard let bytes = try? certificate.toDERBytes() else { return nil }
        fingerprint = CertificateFingerprint(ofDER: bytes)
        end = Instant(millisecondsSince1970: Int64(certificate.notValidAfter) * 1000)
    }

    /// The first certificate in a PEM file.
    /// - Throws: ``TLSProblem``.
    package init(file: String) throws(TLSProblem) {
        guard let first = try TLSCertificate.certificates(file).first.flatMap(Self.init) else {
            throw TLSProblem("The file \(file) holds no certificate in PEM.")
        }
        self = first
    }
}

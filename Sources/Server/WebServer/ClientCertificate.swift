import NIOSSL

/// A client's X.509 certificate. If a connection showed it, the handshake proved that the client has the key and that a known
/// authority signed it.
package struct ClientCertificate: Sendable, Equatable {
    /// The certificate in DER.
    package let der: [UInt8]
    /// The end of its validity in seconds since 1970. The handshake checks it once, but a connection may stay open longer.
    package let notAfter: Int64

    /// - Returns: nil if the certificate cannot be encoded, which does not happen to a certificate that was parsed.
    init?(_ certificate: NIOSSLCertificate) {
        guard let der = try? certificate.toDERBytes() else { return nil }
        self.der = der
        notAfter = Int64(certificate.notValidAfter)
    }

    /// The first certificate in a PEM file.
    package init(file: String) throws(TLSCertificateError) {
        guard let first = try TLSCertificate.certificates(file).first.flatMap(Self.init) else {
            throw TLSCertificateError("The file \(file) holds no certificate in PEM.")
        }
        self = first
    }
}

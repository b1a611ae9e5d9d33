/// Why a certificate or its key cannot be used, as a sentence for the administrator.
package struct TLSCertificateError: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}

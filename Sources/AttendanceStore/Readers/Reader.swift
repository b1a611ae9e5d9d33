import Postgres

/// A registered Linux computer with an NFC reader.
package struct Reader: Sendable, Equatable {
    package let id: Int64
    package let name: String
    package let scope: ReaderScope
    /// The TLS client certificate that its keys require; nil: none.
    package let certificate: CertificateFingerprint?
}

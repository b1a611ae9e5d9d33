import Postgres

/// A Linux box with an NFC reader, as the server knows it.
package struct Reader: Sendable, Equatable {
    package let id: Int64
    package let name: String
    package let scope: ReaderScope
    /// The certificate without which its key is good for nothing; nil where it needs none.
    package let certificate: CertificateFingerprint?
}

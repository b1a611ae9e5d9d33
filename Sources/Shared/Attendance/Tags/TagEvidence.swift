/// What a reader or a phone reports of a tag it read. Optional, and not trusted before it is verified.
package struct TagEvidence: Sendable, Hashable {
    /// nil if the text sent is no UID.
    package var uid: UID?
    package var certificate: Certificate
    package var signature: Signature

    package enum Certificate: Sendable, Hashable {
        case absent
        case malformed
        case present(TagCertificate)
    }

    /// Of the tag's address.
    package enum Signature: Sendable, Hashable {
        case absent
        case malformed
        case present(TagSignature)
    }

    package init(uid: UID?, certificate: Certificate = .absent, signature: Signature = .absent) {
        self.uid = uid
        self.certificate = certificate
        self.signature = signature
    }
}

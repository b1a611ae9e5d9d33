/// What a reader reports of a tag it read. Optional, and not trusted before it is verified.
package struct TagEvidence: Sendable, Hashable {
    /// nil if the text sent is no UID.
    package var uid: UID?
    package var certificate: Certificate

    package enum Certificate: Sendable, Hashable {
        case absent
        case malformed
        case present(TagCertificate)
    }

    package init(uid: UID?, certificate: Certificate) {
        self.uid = uid
        self.certificate = certificate
    }
}

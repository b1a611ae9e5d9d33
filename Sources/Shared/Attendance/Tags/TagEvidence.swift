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

        /// The parameters `c` and `m` of a signed address.
        init(counter: String?, mac: String?) {
            if counter == nil, mac == nil {
                self = .absent
            } else {
                let signature = counter.flatMap { counter in mac.flatMap { TagSignature(counter: counter, mac: $0) } }
                self = signature.map { .present($0) } ?? .malformed
            }
        }
    }

    package init(uid: UID?, certificate: Certificate = .absent, signature: Signature = .absent) {
        self.uid = uid
        self.certificate = certificate
        self.signature = signature
    }

    /// The parameters `u`, `c` and `m` of a signed address; nil if it has none of them.
    package init?(uid: String?, counter: String?, mac: String?) {
        if uid == nil, counter == nil, mac == nil { return nil }
        self.init(uid: uid.flatMap { UID(hex: $0) }, signature: Signature(counter: counter ?? "", mac: mac ?? ""))
    }
}

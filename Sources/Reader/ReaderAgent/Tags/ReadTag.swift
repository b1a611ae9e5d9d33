package import Attendance

/// The UID of the desk tag of a tap, and its certificate or signature. The server detects a copied tag by them: its UID is different,
/// its certificate was issued for another UID, or its address is not signed by the tag.
package struct ReadTag: Sendable, Equatable {
    package var uid: UID
    /// The payload of the certificate record on the tag. Only the server verifies it.
    package var certificate: [UInt8]?
    /// From the address of a tag that signs it. Only the server verifies it.
    package var signature: TagSignature?

    package init(uid: UID, certificate: [UInt8]? = nil, signature: TagSignature? = nil) {
        self.uid = uid
        self.certificate = certificate
        self.signature = signature
    }
}

package import Attendance

/// The UID and certificate of the desk tag of a tap. The server detects a copied tag by them: its UID is different, or its
/// certificate was issued for another UID.
package struct ReadTag: Sendable, Equatable {
    package var uid: UID
    /// The payload of the certificate record on the tag. Only the server verifies it.
    package var certificate: [UInt8]?

    package init(uid: UID, certificate: [UInt8]? = nil) {
        self.uid = uid
        self.certificate = certificate
    }
}

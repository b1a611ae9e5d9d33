/// The write access to a tag's memory, from its capability container and lock bytes.
package enum TagAccess: Equatable, Sendable {
    case readWrite
    case readOnly
    /// Writing needs something that NDEF does not define, for example a password.
    case proprietary
}

/// The result of checking a tag before a message is written to it.
package struct TagPreflight: Equatable, Sendable {
    package var reading: TagReading
    /// The number of bytes that the tag lacks for the message; 0 if it fits.
    package var missing: Int
    /// Whether the tag is an NTAG 424 DNA, which can sign its address.
    package var canSign = false
}

/// The limits of a reader, learned by trying. Keep the value for the next tag on the same reader.
package struct ReaderCapabilities: Equatable, Hashable, Sendable {
    /// The method of access to a tag's memory.
    package enum AccessMethod: Equatable, Hashable, Sendable {
        /// READ BINARY and UPDATE BINARY (FF B0, FF D6): the reader generates the frames.
        case binary
        /// Transparent exchange (FF C2): this program generates the frames.
        case frames
    }

    /// The maximum number of bytes in one READ BINARY; nil if no read was refused yet.
    package var largestRead: Int?
    /// The access method; nil if neither was refused yet.
    package var accessMethod: AccessMethod?
    /// True if the reader passes commands with two-byte lengths (ISO 7816-4, 5.2) to Type 4 tags.
    package var takesExtendedLength: Bool
    /// True if a FeliCa card responds to frames only after the field was switched off and on in the same session.
    package var restartsField: Bool

    /// True if the reader passes commands to its PN532 (FF 00).
    package var passesPN532: Bool

    package init(
        largestRead: Int? = nil, accessMethod: AccessMethod? = nil, takesExtendedLength: Bool = false,
        restartsField: Bool = false,
        passesPN532: Bool = false
    ) {
        self.largestRead = largestRead
        self.accessMethod = accessMethod
        self.takesExtendedLength = takesExtendedLength
        self.restartsField = restartsField
        self.passesPN532 = passesPN532
    }
}

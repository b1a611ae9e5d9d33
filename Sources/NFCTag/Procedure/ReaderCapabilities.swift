/// What a reader has shown to take. Learned by trying; worth keeping for the next tag on the same reader.
package struct ReaderCapabilities: Equatable, Hashable, Sendable {
    /// How a tag's memory is reached.
    package enum MemoryWay: Equatable, Hashable, Sendable {
        /// READ BINARY and UPDATE BINARY (FF B0, FF D6): the reader speaks to the tag.
        case binary
        /// Transparent exchange (FF C2): we do.
        case frames
    }

    /// Most bytes the reader gives in answer to one READ BINARY; nil as long as nothing was refused.
    package var largestRead: Int?
    /// The way to a tag's memory; nil as long as none was refused.
    package var memoryWay: MemoryWay?
    /// Whether the reader passes commands with lengths of two bytes (ISO 7816-4, 5.2) to Type 4 tags.
    package var takesExtendedLength: Bool
    /// Whether a FeliCa card answers frames only after the field went off and on in the same session.
    package var restartsField: Bool

    /// Whether the reader passes commands on to its PN532 (FF 00).
    package var passesPN532: Bool

    package init(
        largestRead: Int? = nil, memoryWay: MemoryWay? = nil, takesExtendedLength: Bool = false, restartsField: Bool = false,
        passesPN532: Bool = false
    ) {
        self.largestRead = largestRead
        self.memoryWay = memoryWay
        self.takesExtendedLength = takesExtendedLength
        self.restartsField = restartsField
        self.passesPN532 = passesPN532
    }
}

/// What a reader has shown to take. Learned by trying; worth keeping for the next tag on the same reader.
package struct ReaderCapabilities: Equatable, Hashable, Sendable {
    /// Most bytes the reader gives in answer to one READ BINARY; nil as long as nothing was refused.
    package var largestRead: Int?

    package init(largestRead: Int? = nil) { self.largestRead = largestRead }
}

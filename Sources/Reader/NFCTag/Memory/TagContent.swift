/// The content of a tag's memory.
package enum TagContent: Equatable, Sendable {
    /// No NDEF structure: a new tag, a badge, or a tag with other content.
    case unformatted
    /// An NDEF structure without a message.
    case empty
    case message(NDEFMessage)
    /// An invalid NDEF structure.
    case damaged(TagDamage)

    package var message: NDEFMessage? {
        if case .message(let message) = self { message } else { nil }
    }
}

/// What stopped the work with a tag. Errors of the way to the tag pass through as they are.
package enum TagError: Error, Equatable, Sendable {
    /// The tag has left the field.
    case tagGone
    /// The reader, or the tag through it, refused a command.
    case refused(PseudoAPDU, StatusWord)
}

/// A command of PC/SC part 3, 3.2.2, by its purpose.
package enum PseudoAPDU: Equatable, Sendable {
    case getUID
    case readBinary(block: Int)
}

extension TagError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tagGone: "the tag has left the reader"
        case .refused(.getUID, let status): "the reader gave no UID (status \(status))"
        case .refused(.readBinary(let block), let status): "reading failed at block \(block) (status \(status))"
        }
    }
}

package import NFCTag

/// Why what lies on the reader is no desk tag.
package enum TagContentError: Error, Equatable {
    case noAddress, empty, unformatted, noDeskTag
    case damaged(TagDamage)
}

extension TagContentError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noAddress: "The tag holds no address. Please use a desk tag."
        case .empty: "The tag is empty. Please use a desk tag."
        case .unformatted: "The tag was never written. Please use a desk tag."
        case .noDeskTag: "This is a card or badge, not a desk tag."
        case .damaged(let damage): "The tag is damaged (\(damage)). Please ask for a new one."
        }
    }
}

package import Attendance
package import NFCTag

/// Why what lies on the reader makes no tap here.
package enum TagContentError: Error, Equatable {
    case noAddress, empty, unformatted, noDeskTag
    case damaged(TagDamage)
    /// A desk tag where badges are taken.
    case deskTag(TapKind, DeskID?)
    case randomBadge
    case noEventChosen
    /// A choice was to be made, and there are more readers than one to make it for.
    case severalReaders
    /// A start where no desk is set.
    case noDesk
}

extension TagContentError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noAddress: "The tag holds no address. Please use a desk tag."
        case .empty: "The tag is empty. Please use a desk tag."
        case .unformatted: "This is a badge, or a tag that was never written. Please use a desk tag."
        case .noDeskTag: "This is a card or badge, not a desk tag."
        case .damaged(let damage): "The tag is damaged (\(damage)). Please ask for a new one."
        case .deskTag(let event, let desk):
            "This is a desk tag (\([event.rawValue, desk?.description].compactMap(\.self).joined(separator: " "))). This reader"
                + " takes badges: lay your badge on it, or hold your phone to the desk tag."
        case .randomBadge:
            "This card or phone makes up another number at every tap, so it cannot be a badge. Please use another card."
        case .noEventChosen: "Choose first what you are about to do: start, pause or end. Then lay your badge on the reader."
        case .severalReaders:
            "Several readers are connected, and nobody can say which of them a choice is for. Please unplug all but one, or name"
                + " one with --reader."
        case .noDesk: "A start needs a desk, and this reader has none. Please tap at your desk."
        }
    }
}

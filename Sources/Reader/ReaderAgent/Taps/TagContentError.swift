package import Attendance
package import NFCTag

/// Why a tag or badge is not accepted for a tap.
package enum TagContentError: Error, Equatable {
    case noAddress, empty, unformatted, noDeskTag
    case damaged(TagDamage)
    /// A desk tag on a reader for badges.
    case deskTag(TapKind, DeskID?)
    case randomBadge
    case noEventChosen
    /// An event choice is ambiguous because several readers are connected.
    case severalReaders
    /// The event is start, but the reader has no desk.
    case noDesk
}

extension TagContentError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noAddress: "The tag contains no address. Use a desk tag."
        case .empty: "The tag is empty. Use a desk tag."
        case .unformatted: "This is a badge or an unwritten tag. Use a desk tag."
        case .noDeskTag: "This is a card or badge, not a desk tag."
        case .damaged(let damage): "The tag is damaged (\(damage)). Ask for a new one."
        case .deskTag(let event, let desk):
            "This is a desk tag (\([event.rawValue, desk?.description].compactMap(\.self).joined(separator: " "))). This reader"
                + " accepts badges: place your badge on it, or hold your phone to the desk tag."
        case .randomBadge:
            "This card or phone has a new random number at every tap, so it cannot be a badge. Use another card."
        case .noEventChosen: "Choose start, pause or end first. Then place your badge on the reader."
        case .severalReaders:
            "Several readers are connected, so a choice is ambiguous. Unplug all readers but one, or select one with --reader."
        case .noDesk: "A start needs a desk, but this reader has none. Tap at your desk."
        }
    }
}

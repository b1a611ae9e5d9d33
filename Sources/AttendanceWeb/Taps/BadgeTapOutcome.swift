import Localization

/// Why a tap by a badge was not recorded.
enum BadgeTapOutcome: Sendable, Equatable {
    /// What was sent is no badge.
    case bad
    /// It makes up another UID at every tap.
    case random
    /// It is nobody's. Most often the tap is kept until it is somebody's.
    case unknown(isKept: Bool)
    /// It has just become somebody's, of whom this is the name.
    case enrolled(String)

    var reason: Reason {
        switch self {
        case .bad: .badBadge
        case .random: .randomBadge
        case .unknown: .unknownBadge
        case .enrolled: .badgeEnrolled
        }
    }

    /// A sentence for the person at the reader.
    var message: String {
        switch self {
        case .bad: localized("badge.bad")
        case .random: localized("badge.random")
        case .unknown(isKept: true): localized("badge.unknownKept")
        case .unknown(isKept: false): localized("badge.unknown")
        case .enrolled(let name): localized("badge.enrolled", ["name": name])
        }
    }
}

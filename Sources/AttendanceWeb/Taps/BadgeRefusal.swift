/// Why a tap by a badge was not recorded.
enum BadgeRefusal: Sendable, Equatable {
    /// What was sent is no badge.
    case bad
    /// It makes up another UID at every tap.
    case random
    /// It is nobody's. Most often the tap is kept until it is somebody's.
    case unknown(isKept: Bool)
    /// It has just become somebody's, of whom this is the name.
    case enrolled(String)

    /// A word for programs, stable over releases.
    var reason: String {
        switch self {
        case .bad: "bad_badge"
        case .random: "random_badge"
        case .unknown: "unknown_badge"
        case .enrolled: "badge_enrolled"
        }
    }

    /// A sentence for the person at the reader.
    var message: String {
        switch self {
        case .bad: "What was read is no badge. Please try again."
        case .random:
            "This card or phone shows another number at every tap, so nobody can be known by it. Please use another badge."
        case .unknown(isKept: true):
            "This badge is nobody's yet. The tap is kept until it is somebody's: please ask an administrator to enrol it."
        case .unknown(isKept: false): "This badge is nobody's yet. Please ask an administrator to enrol it, and tap again then."
        case .enrolled(let name): "This badge is \(name)'s now. The next tap counts."
        }
    }
}

package import Attendance

/// The person of a tap, as far as the reader knows.
package enum TappingPerson: Sendable, Equatable {
    case user(String)
    /// The server assigns the badge to a person.
    case badge(BadgeReading)

    package var user: String? {
        if case .user(let name) = self { name } else { nil }
    }

    package var badge: BadgeReading? {
        if case .badge(let badge) = self { badge } else { nil }
    }
}

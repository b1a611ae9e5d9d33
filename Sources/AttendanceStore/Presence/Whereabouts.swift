package import Attendance

/// A person's current place, or the instant at which they left.
package struct Whereabouts: Sendable, Equatable {
    package var person: PersonPresence
    /// The instant of the end, if it is the latest tap.
    package var leftAt: Instant?
    /// The name of the person's team, where it was asked for.
    package var team: String?

    package init(person: PersonPresence, leftAt: Instant? = nil, team: String? = nil) {
        self.person = person
        self.leftAt = leftAt
        self.team = team
    }
}

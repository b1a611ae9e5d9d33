package import Attendance

/// A person's current place, or the instant at which they left.
package struct Whereabouts: Sendable, Equatable {
    package var person: PersonPresence
    /// The name of the person's team, where it was asked for.
    package var team: String?
    /// ``Presence/repeatsUntil``, where it was asked for.
    package var repeatsUntil: Instant?

    package init(person: PersonPresence, team: String? = nil, repeatsUntil: Instant? = nil) {
        self.person = person
        self.team = team
        self.repeatsUntil = repeatsUntil
    }

    /// The end of the last session; nil while a session is open, or if no end closed it.
    package var leftAt: Instant? { person.state == .off ? person.stateSince : nil }
}

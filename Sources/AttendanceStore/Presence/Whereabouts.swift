package import Attendance

/// A person's current place, or the instant at which they left.
package struct Whereabouts: Sendable, Equatable {
    package var person: PersonPresence
    /// The instant of the end, if it is the latest tap.
    package var leftAt: Instant?

    package init(person: PersonPresence, leftAt: Instant? = nil) {
        self.person = person
        self.leftAt = leftAt
    }
}

package import Attendance
import Postgres

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

extension Whereabouts {
    init(_ row: PostgresRow) throws {
        person = try PersonPresence(row)
        if person.state == .off { (person.desk, person.floor) = (nil, nil) }
        let isEnded = try row.getIfPresent("has_ended", as: Bool.self) ?? false
        leftAt = person.state == .off && isEnded ? person.latest : nil
    }
}

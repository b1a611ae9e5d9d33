package import Attendance
import Postgres

/// Where somebody is, or when they left.
package struct Whereabouts: Sendable, Equatable {
    package var person: PersonPresence
    /// When they tapped the end, where that was the last they did.
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
        let isEnded = try row.getIfPresent(12, as: Bool.self) ?? false
        leftAt = person.state == .off && isEnded ? person.latest : nil
    }
}

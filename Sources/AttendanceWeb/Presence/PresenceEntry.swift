import Attendance
import AttendanceStore

/// One person on the map, as the page reads it.
struct PresenceEntry: Encodable, Equatable {
    let id: Int64
    let name: String
    /// `work`, `pause` or `off`.
    let state: String
    var desk: String?
    var floor: String?
    /// When they took the desk, RFC 3339.
    var since: String?

    init(_ person: PersonPresence) {
        id = person.id
        name = person.displayName
        state = person.state.rawValue
        desk = person.desk
        floor = person.floor
        since = person.desk == nil ? nil : person.since?.rfc3339()
    }

    /// Somebody who is not in this office any more.
    init(gone person: PersonPresence) {
        id = person.id
        name = person.displayName
        state = Presence.State.off.rawValue
    }
}

/// What a snapshot and a change both say. In a snapshot everybody in a session is named; in a change, who changed.
struct PresenceMessage: Encodable {
    /// The number of the log's latest record that is taken into account.
    let seq: Int64
    let people: [PresenceEntry]
}

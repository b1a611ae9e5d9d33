import Attendance
import AttendanceStore
import Localization

/// The names that a viewer may see on a map.
enum NameVisibility: Hashable, Sendable {
    case all
    /// All except the names of people who hide theirs.
    case unlessPrivate
    case none

    func shows(_ person: PersonPresence) -> Bool {
        switch self {
        case .all: true
        case .unlessPrivate: !person.isPrivate
        case .none: false
        }
    }
}

/// One person on the map, as the JSON that the page's script reads.
struct PresenceEntry: Encodable, Equatable {
    /// The person's id, or for a person without a name a random alias, which changes with each full snapshot from the feed.
    let id: PersonID
    /// nil if the viewer may not see it.
    var name: String?
    /// `work`, `pause` or `off`.
    let state: String
    var desk: String?
    var floor: String?
    /// When the person began to work or the break began (``PersonPresence/stateSince``, RFC 3339).
    var since: String?
    /// The start of the session (RFC 3339); nil in the minute of ``since``, and without a name.
    var hereSince: String?
    /// The shortened name (``DeskName``).
    var initials: String?
    var lines: [String]?

    /// - Parameter alias: the id of a person without a name.
    init(_ person: PersonPresence, to view: NameVisibility = .all, alias: PersonID = 0) {
        let isNamed = view.shows(person)
        id = isNamed ? person.id : alias
        state = person.state.rawValue
        desk = person.desk
        floor = person.floor
        let since = person.state == .off ? nil : person.stateSince
        self.since = since?.rfc3339()
        guard isNamed else { return }
        if let start = person.sessionStart, start.seconds / 60 != since.map({ $0.seconds / 60 }) {
            hereSince = start.rfc3339()
        }
        name = person.displayName
        let name = DeskName(person.displayName)
        (initials, lines) = (name.initials, name.lines)
    }

    /// The entry of a person who left this office.
    init(gone person: PersonPresence, to view: NameVisibility = .all, alias: PersonID = 0) {
        let isNamed = view.shows(person)
        id = isNamed ? person.id : alias
        name = isNamed ? person.displayName : nil
        state = Presence.State.off.rawValue
    }

    /// The local time of ``since``, with the day if it is not today.
    /// - Parameter now: in seconds since 1970.
    func time(_ clock: LocalClock, asOf now: Int64) -> String? {
        since.flatMap { Instant(rfc3339: $0) }.map { clock.time($0.seconds, asOf: now) }
    }

    /// The local time of ``hereSince``, with the day if it is not today.
    func arrival(_ clock: LocalClock, asOf now: Int64) -> String? {
        hereSince.flatMap { Instant(rfc3339: $0) }.map { clock.time($0.seconds, asOf: now) }
    }
}

/// The version of an office's floor drawings, sent after each snapshot and on each change. A page with another version reloads
/// the plan.
struct FloorsMessage: Encodable {
    let drawing: String
}

/// The ids of the viewer's own entries (``PresenceBroadcast/ids(of:)``), sent before each snapshot.
struct ViewerMessage: Encodable {
    let ids: [PersonID]
}

/// The content of a snapshot and of a change. A snapshot lists all people in a session, a change only the people who changed.
struct PresenceMessage: Encodable {
    /// The sequence number of the latest record included.
    let seq: Int64
    let people: [PresenceEntry]
    /// The time from which this may be out of date (RFC 3339); nil if it is up to date.
    var staleSince: String?
}

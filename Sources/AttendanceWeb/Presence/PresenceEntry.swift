import Attendance
import AttendanceStore
import Localization

/// Which names somebody reads on a map.
enum NameVisibility: Hashable, Sendable {
    case all
    /// All but those of people who stay unnamed.
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

/// One person on the map, as the page reads it.
struct PresenceEntry: Encodable, Equatable {
    /// Of somebody unnamed it is one that says nothing, and another one after each snapshot of everybody.
    let id: Int64
    /// nil where it is not said.
    var name: String?
    /// `work`, `pause` or `off`.
    let state: String
    var desk: String?
    var floor: String?
    /// When they took the desk, or began the break that they are on, RFC 3339.
    var since: String?
    /// What of their name is on the desk.
    var initials: String?
    var lines: [String]?

    /// - Parameter alias: the number of those who are not named.
    init(_ person: PersonPresence, to view: NameVisibility = .all, alias: Int64 = 0) {
        let isNamed = view.shows(person)
        id = isNamed ? person.id : alias
        state = person.state.rawValue
        desk = person.desk
        floor = person.floor
        since = (person.state == .pause ? person.latest : person.desk == nil ? nil : person.since)?.rfc3339()
        guard isNamed else { return }
        name = person.displayName
        let name = DeskName(person.displayName)
        (initials, lines) = (name.initials, name.lines)
    }

    /// Somebody who is not in this office any more.
    init(gone person: PersonPresence, to view: NameVisibility = .all, alias: Int64 = 0) {
        let isNamed = view.shows(person)
        id = isNamed ? person.id : alias
        name = isNamed ? person.displayName : nil
        state = Presence.State.off.rawValue
    }

    /// By the clock of the office.
    func time(_ clock: LocalClock) -> String? {
        since.flatMap { Instant(rfc3339: $0) }.map { clock.time($0.seconds) }
    }
}

/// How an office's floors are drawn, told after each snapshot and when it changes. A page that was made of another drawing loads
/// the plan anew.
struct FloorsMessage: Encodable {
    let drawing: String
}

/// What a snapshot and a change both say. In a snapshot everybody in a session is named; in a change, who changed.
struct PresenceMessage: Encodable {
    /// The number of the log's latest record that is taken into account.
    let seq: Int64
    let people: [PresenceEntry]
    /// Since when this may be out of date, RFC 3339; nil where it is up to date.
    var staleSince: String?
}

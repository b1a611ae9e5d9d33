package import Attendance

/// A person's presence as the map shows it.
package struct PersonPresence: Sendable, Equatable {
    package var id: PersonID
    package var userName: String
    package var displayName: String
    package var state: Presence.State
    package var office: OfficeID?
    /// The desk that the person holds; nil: another person took it, or there is no open session.
    package var desk: String?
    package var floor: String?
    /// When the person took the desk.
    package var since: Instant?
    /// The start of the open session.
    package var sessionStart: Instant?
    /// The instant after which the session counts as over.
    package var deadline: Instant?
    /// When the state began (``Presence/stateSince``): at work, the clock-in or the return from the last break, also after a
    /// move to another desk; on a break, its beginning; while off, the clock-out. The tag's page, My record, the map and Who is
    /// here show it.
    package var stateSince: Instant?
    /// Whether the map hides the person's name.
    package var isPrivate = false
}

extension PersonPresence {
    /// The presence at an instant: a session after its deadline counts as over, even without an end.
    package func effective(at now: Instant) -> PersonPresence {
        guard let deadline, now.seconds > deadline.seconds else { return self }
        return withoutSession
    }

    /// The same person, off without a clock-out if a session is open.
    var withoutSession: PersonPresence {
        if state == .off { return self }
        var person = self
        (person.state, person.stateSince, person.sessionStart, person.desk, person.floor) = (.off, nil, nil, nil, nil)
        return person
    }
}

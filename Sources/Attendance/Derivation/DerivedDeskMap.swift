/// The holder of each desk at one instant: a fold of the effective events of all people and offices, in the order of the
/// record. A desk has at most one holder. A takeover leaves the time of the earlier holder untouched.
///
/// **The server does not run this.** Only `desktap derive` and its tests do. ``DeskClaim`` has the server's rule and names all
/// places of it.
package struct DerivedDeskMap: Sendable {
    package struct Desk: Sendable, Hashable, Comparable {
        package var office: OfficeID
        package var desk: DeskID

        package static func < (left: Desk, right: Desk) -> Bool { (left.office, left.desk) < (right.office, right.desk) }
    }

    package struct Holder: Sendable, Equatable {
        package var person: PersonID
        package var state: Presence.State
        package var since: Instant
    }

    /// A start at a desk that another person with an open session held.
    package struct Takeover: Sendable, Equatable {
        package var from: PersonID
        package var at: Int64
        package var by: TapOrder
    }

    private var holders: [Desk: PersonID] = [:]
    private var people: [PersonID: Presence] = [:]
    package private(set) var takeovers: [Takeover] = []

    /// - Parameter events: all events by person, with corrections applied.
    package init(of events: [PersonID: [RecordedEvent]], in offices: inout OfficeCalendars) {
        var all: [(person: PersonID, event: RecordedEvent)] = []
        for (person, events) in events { for event in events where event.isEffective { all.append((person, event)) } }
        all.sort { $0.event.order < $1.event.order }
        for (person, event) in all { apply(event, by: person, &offices) }
    }

    private mutating func apply(_ event: RecordedEvent, by person: PersonID, _ offices: inout OfficeCalendars) {
        let before = people[person] ?? .off
        let held = before.claim.map { Desk(office: $0.office, desk: $0.desk) }
        let holdsDesk = held.map { holders[$0] == person } ?? false
        let (after, _) = before.after(
            event.kind, at: event.desk, order: event.order, office: event.office, holdsDesk: holdsDesk, in: &offices)
        people[person] = after
        let claimed = after.claim.map { Desk(office: $0.office, desk: $0.desk) }
        if let held, holdsDesk, held != claimed { holders[held] = nil }
        guard event.kind == .start, let claimed else { return }
        if let other = holders[claimed], other != person, people[other]?.isOpen(at: event.at) == true {
            takeovers.append(Takeover(from: other, at: event.at.seconds, by: event.order))
        }
        holders[claimed] = person
    }

    /// The desks whose holder has an open session, ordered by office and desk.
    package func holders(at instant: Instant) -> [(desk: Desk, holder: Holder)] {
        holders.compactMap { desk, person in
            guard let presence = people[person], presence.isOpen(at: instant), let claim = presence.claim else { return nil }
            return (desk, Holder(person: person, state: presence.state, since: claim.since))
        }.sorted { $0.desk < $1.desk }
    }

    /// The people with an open session who hold no desk: another person took it, or it was erased.
    package func deskless(at instant: Instant) -> Set<PersonID> {
        Set(people.filter { $0.value.isOpen(at: instant) }.keys).subtracting(holders.values)
    }
}

/// The records of all people and the desk map. Used by `desktap derive`.
package struct OfficeRecord: Sendable {
    package private(set) var people: [PersonID: PersonRecord] = [:]
    package let map: DerivedDeskMap

    /// - Parameter events: by person, with corrections applied.
    package init(of events: [PersonID: [RecordedEvent]], in offices: inout OfficeCalendars, asOf instant: Instant) {
        map = DerivedDeskMap(of: events, in: &offices)
        for (person, events) in events { people[person] = PersonRecord(of: events, in: &offices, asOf: instant) }
        for takeover in map.takeovers { people[takeover.from]?.add(takeover) }
    }
}

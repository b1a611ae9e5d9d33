/// The desk map of a whole log, with all takeovers. Used by `desktap derive`.
package struct DerivedDeskMap: Sendable {
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

    private var map = DeskMap()
    package private(set) var takeovers: [Takeover] = []

    /// - Parameter events: all events by person, with corrections applied.
    package init(of events: [PersonID: [RecordedEvent]], in offices: inout OfficeCalendars) {
        var all: [DeskMap.Event] = []
        for (person, events) in events { for event in events where event.isEffective { all.append(event.onMap(of: person)) } }
        all.sort { $0.order < $1.order }
        for event in all {
            guard let displaced = map.apply(event, in: &offices).displaced else { continue }
            takeovers.append(Takeover(from: displaced, at: event.order.at.seconds, by: event.order))
        }
    }

    /// The desks whose holder has an open session, ordered by office and desk.
    package func holders(at instant: Instant) -> [(desk: DeskMap.Desk, holder: Holder)] {
        map.people.compactMap { person, presence in
            guard presence.isOpen(at: instant), map.holdsDesk(person), let claim = presence.claim else { return nil }
            return (DeskMap.Desk(claim), Holder(person: person, state: presence.state, since: claim.since))
        }.sorted { $0.desk < $1.desk }
    }

    /// The people with an open session who hold no desk: they work away from one, another person took it, or it was
    /// erased.
    package func deskless(at instant: Instant) -> Set<PersonID> {
        Set(map.people.filter { $0.value.isOpen(at: instant) && !map.holdsDesk($0.key) }.keys)
    }
}

extension RecordedEvent {
    package func onMap(of person: PersonID) -> DeskMap.Event {
        DeskMap.Event(person: person, kind: kind, order: order, office: office, desk: desk)
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

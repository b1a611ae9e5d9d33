/// Who is where at one instant. All people's effective events of all offices are folded in the one order of the record; a desk
/// has at most one holder, and taking it from somebody leaves their time untouched.
package struct DeskMap: Sendable {
    package struct Desk: Sendable, Hashable, Comparable {
        package var office: Int64
        package var desk: DeskID

        package static func < (left: Desk, right: Desk) -> Bool { (left.office, left.desk) < (right.office, right.desk) }
    }

    package struct Holder: Sendable, Equatable {
        package var person: Int64
        package var state: Presence.State
        package var since: Instant
    }

    /// Somebody started at a desk that a person at work held.
    package struct Takeover: Sendable, Equatable {
        package var from: Int64
        package var at: Int64
        package var by: TapOrder
    }

    private var holders: [Desk: Int64] = [:]
    private var people: [Int64: Presence] = [:]
    package private(set) var takeovers: [Takeover] = []

    /// - Parameter events: by person.
    package init(of events: [Int64: [RecordedEvent]], in offices: inout OfficeCalendars) {
        var all: [(person: Int64, event: RecordedEvent)] = []
        for (person, events) in events { for event in events where event.isEffective { all.append((person, event)) } }
        all.sort { $0.event.order < $1.event.order }
        for (person, event) in all { take(event, by: person, &offices) }
    }

    private mutating func take(_ event: RecordedEvent, by person: Int64, _ offices: inout OfficeCalendars) {
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

    /// Every desk whose holder has an open session.
    package func holders(at instant: Instant) -> [(desk: Desk, holder: Holder)] {
        holders.compactMap { desk, person in
            guard let presence = people[person], presence.isOpen(at: instant), let claim = presence.claim else { return nil }
            return (desk, Holder(person: person, state: presence.state, since: claim.since))
        }.sorted { $0.desk < $1.desk }
    }

    /// Everybody with an open session who holds no desk: somebody else took it, or it has been forgotten.
    package func deskless(at instant: Instant) -> Set<Int64> {
        Set(people.filter { $0.value.isOpen(at: instant) }.keys).subtracting(holders.values)
    }
}

/// The record of all people together: theirs, and who is where.
package struct OfficeRecord: Sendable {
    package private(set) var people: [Int64: PersonRecord] = [:]
    package let map: DeskMap

    /// - Parameter events: by person, corrections folded.
    package init(of events: [Int64: [RecordedEvent]], in offices: inout OfficeCalendars, asOf instant: Instant) {
        map = DeskMap(of: events, in: &offices)
        for (person, events) in events { people[person] = PersonRecord(of: events, in: &offices, asOf: instant) }
        for takeover in map.takeovers { people[takeover.from]?.add(takeover) }
    }
}

/// Who is where: a fold of the events of all people and offices. Rule: "The map" in Attendance.docc.
///
/// A desk belongs to the person of the latest start there, while that start is also the latest of the person's open session. A
/// takeover leaves the time of the earlier holder untouched.
package struct DeskMap: Sendable {
    /// Office number and desk id together identify a desk.
    package struct Desk: Sendable, Hashable, Comparable {
        package var office: OfficeID
        package var desk: DeskID

        package init(office: OfficeID, desk: DeskID) {
            self.office = office
            self.desk = desk
        }

        package init(_ claim: Presence.Claim) { self.init(office: claim.office, desk: claim.desk) }

        package static func < (left: Desk, right: Desk) -> Bool { (left.office, left.desk) < (right.office, right.desk) }
    }

    package struct Start: Sendable, Equatable {
        package var person: PersonID
        package var order: TapOrder

        package init(person: PersonID, order: TapOrder) {
            self.person = person
            self.order = order
        }
    }

    /// An effective event.
    package struct Event: Sendable, Equatable {
        package var person: PersonID
        package var kind: TapKind
        package var order: TapOrder
        package var office: OfficeID
        /// nil: not given, away from a desk, or erased.
        package var desk: DeskID?

        package init(person: PersonID, kind: TapKind, order: TapOrder, office: OfficeID, desk: DeskID?) {
            self.person = person
            self.kind = kind
            self.order = order
            self.office = office
            self.desk = desk
        }

        /// The desk at which it starts.
        package var startedDesk: Desk? { kind == .start ? desk.map { Desk(office: office, desk: $0) } : nil }
    }

    /// People without an entry have no event, or their presence is unknown.
    package private(set) var people: [PersonID: Presence] = [:]
    package private(set) var latestStarts: [Desk: Start] = [:]
    private var claimants: [Desk: Set<PersonID>] = [:]

    package init() {}

    /// Replaces a person's presence; nil: unknown.
    package mutating func set(_ presence: Presence?, of person: PersonID) {
        let earlier = people.updateValue(presence ?? .off, forKey: person)?.claim.map(Desk.init)
        if presence == nil { people[person] = nil }
        let claimed = presence?.claim.map(Desk.init)
        if earlier == claimed { return }
        if let earlier {
            claimants[earlier]?.remove(person)
            if claimants[earlier]?.isEmpty == true { claimants[earlier] = nil }
        }
        if let claimed { claimants[claimed, default: []].insert(person) }
    }

    /// Replaces the latest start at a desk; nil: none, or unknown.
    package mutating func set(_ start: Start?, at desk: Desk) { latestStarts[desk] = start }

    /// The people whose open session claims a desk: its holder, and those from whom it was taken.
    package func claimants(of desk: Desk) -> Set<PersonID> { claimants[desk] ?? [] }

    /// The desks that open sessions claim.
    package var claimedDesks: [Desk] { Array(claimants.keys) }

    /// Whether the latest start at the desk of a person's open session is their own.
    package func holdsDesk(_ person: PersonID) -> Bool { people[person]?.claim.map(isLatest) ?? false }

    /// Among the people of whose open sessions a start by `person` took a desk, the one who had started there last.
    package func displaced(from desk: Desk, by person: PersonID, at instant: Instant) -> PersonID? {
        claimants(of: desk).compactMap { other -> Start? in
            guard other != person, let presence = people[other], let claim = presence.claim, presence.isOpen(at: instant),
                !isLatest(claim)
            else { return nil }
            return Start(person: other, order: claim.start)
        }.max { $0.order < $1.order }?.person
    }

    private func isLatest(_ claim: Presence.Claim) -> Bool { latestStarts[Desk(claim)]?.order == claim.start }

    /// Whether an event follows all earlier ones of its person.
    package func isNextOfPerson(_ event: Event) -> Bool {
        people[event.person]?.latest.map { $0 < event.order } ?? true
    }

    /// Whether an event follows all earlier starts at the desk at which it starts.
    package func isNextAtDesk(_ event: Event) -> Bool {
        event.startedDesk.flatMap { latestStarts[$0] }.map { $0.order < event.order } ?? true
    }

    /// Applies the next event.
    /// - Returns: the notes about it, and the person from whose open session it takes the desk.
    @discardableResult
    package mutating func apply(_ event: Event, in offices: inout OfficeCalendars) -> (notes: [TapNote], displaced: PersonID?) {
        (move(event, in: &offices), claim(event))
    }

    /// Applies the next event of a person to their presence.
    /// - Returns: the notes about it.
    package mutating func move(_ event: Event, in offices: inout OfficeCalendars) -> [TapNote] {
        let (presence, notes) = (people[event.person] ?? .off).after(
            event.kind, at: event.desk, order: event.order, office: event.office, holdsDesk: holdsDesk(event.person),
            in: &offices)
        set(presence, of: event.person)
        return notes
    }

    /// Makes an event the latest start at its desk, if it is a start.
    /// - Returns: the person from whose open session it takes the desk.
    package mutating func claim(_ event: Event) -> PersonID? {
        guard let desk = event.startedDesk else { return nil }
        let earlier = latestStarts.updateValue(Start(person: event.person, order: event.order), forKey: desk)
        guard let earlier, earlier.person != event.person, let presence = people[earlier.person],
            presence.claim?.start == earlier.order, presence.isOpen(at: event.order.at)
        else { return nil }
        return earlier.person
    }
}

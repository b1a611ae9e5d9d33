import Attendance
import AttendanceStore
import Hummingbird
import Localization
import WebServer

/// Finds colleagues: their desk, or when they left.
struct WhereaboutsRoutes {
    let store: AttendanceStore

    /// Maximum results. Another letter narrows the search.
    private static let limit = 12

    func find(_ request: Request, _ context: WebContext) async throws -> Response {
        let query = try MapQuery(request)
        let sight = try await MapAccess(of: query.office, for: try context.person(), store)
        let people =
            if let person = query.person {
                try await Self.find(person, in: sight, store, now: context.now)
            } else {
                try await Self.find(query.name, in: sight, store, now: context.now)
            }
        return Response.json(FoundPeople(people: people))
    }

    /// The person and their team, if the map shows the person with their name.
    private static func find(_ id: PersonID, in sight: MapAccess, _ store: AttendanceStore, now: Instant) async throws
        -> [FoundPerson]
    {
        guard let found = try await store.presence.colleague(id), sight.names.shows(found.person) else { return [] }
        let person = FoundPerson(found, seenIn: sight, clock: LocalClock(sight.office.timeZone), now: now)
        return person.state == Presence.State.off.rawValue ? [] : [person]
    }

    /// The people of an office whose names contain `text` or have it as initials, without names that the viewer may not see on
    /// the map.
    static func find(
        _ text: String?, in sight: MapAccess, _ store: AttendanceStore, limit: Int = limit, now: Instant
    ) async throws -> [FoundPerson] {
        guard let text, !text.allSatisfy(\.isWhitespace), sight.names != .none else { return [] }
        let clock = LocalClock(sight.office.timeZone)
        return try await store.presence.whereabouts(
            of: text, in: sight.office.id, limit: limit, withPrivate: sight.names == .all
        ).map { FoundPerson($0, seenIn: sight, clock: clock, now: now) }
    }
}

struct FoundPeople: Encodable {
    let people: [FoundPerson]
}

struct FoundPerson: Encodable, Equatable {
    let id: PersonID
    let name: String
    /// `work`, `pause` or `off`.
    let state: String
    var desk: String?
    var floor: String?
    /// The address of the page that shows the desk.
    var address: String?
    let sentence: String
    /// Only of a person who was asked for by number.
    let team: String?

    /// - Parameter sight: presence in another office is not shown.
    init(_ found: Whereabouts, seenIn sight: MapAccess, clock: LocalClock, now: Instant) {
        let person = found.person
        let isOver = person.deadline.map { now.seconds > $0.seconds } ?? false
        let isHere = person.state != .off && person.office == sight.office.id && !isOver
        id = person.id
        name = person.displayName
        team = found.team
        state = isHere ? person.state.rawValue : Presence.State.off.rawValue
        if isHere, let desk = person.desk, let floor = person.floor {
            (self.desk, self.floor) = (desk, floor)
            address = sight.address(Address.floor(floor, desk: desk))
        }
        sentence =
            if isHere {
                Self.sentence(PresenceEntry(person), clock, now)
            } else if let left = found.leftAt, person.office ?? sight.office.id == sight.office.id,
                clock.date(left.seconds) == clock.date(now.seconds)
            {
                localized("where.leftAt", ["time": clock.time(left.seconds)])
            } else {
                localized("where.notIn")
            }
    }

    private static func sentence(_ entry: PresenceEntry, _ clock: LocalClock, _ now: Instant) -> String {
        let isOnBreak = entry.state == Presence.State.pause.rawValue
        let since = entry.time(clock, asOf: now.seconds).map { localized("where.since", ["time": $0]) }
        return [localized(isOnBreak ? "where.onBreak" : "where.atWork"), entry.desk, since].compactMap(\.self)
            .localizedList("record.separator")
    }
}

import Attendance
import Postgres

/// Makes what the map shows of people from their places in a ``PresenceFold``. Keeps names and floors until the roster changes.
struct PeopleOnMap {
    private struct Facts {
        var userName: String
        var displayName: String
        /// The desk that the person claims, and its floor.
        var desk: DeskMap.Desk?
        var floor: String?
        /// On the map of the office of the session.
        var isPrivate: Bool
        var isPrivateAtHome: Bool
        var hasLeft: Bool
    }

    private var facts: [PersonID: Facts] = [:]
    private var roster: Int64?

    /// The people at these places, in no order. People who left are off, also with an open session in their record.
    /// - Parameters:
    ///   - roster: the version of the roster when the places were read; nil: unknown.
    ///   - atHome: whether ``PersonPresence/isPrivate`` is what their own office's map says, also of people without a session.
    mutating func presences(
        at places: [FoldedLog.Place], of roster: Int64? = nil, atHome: Bool = false, _ connection: PostgresConnection
    ) async throws -> [PersonPresence] {
        if roster == nil || roster != self.roster { facts = [:] }
        self.roster = roster
        let unknown = places.filter { place in
            facts[place.person].map { place.desk != nil && $0.desk != place.desk } ?? true
        }
        if !unknown.isEmpty {
            let desks = Dictionary(unknown.map { ($0.person, $0.desk) }) { first, _ in first }
            let rows = try await connection.query(
                "Presence/people_on_map",
                [
                    "people": unknown.map(\.person), "offices": unknown.map(\.desk?.office),
                    "desks": unknown.map(\.desk?.desk.description),
                ])
            for row in rows {
                let person = try row.get("id", as: PersonID.self)
                facts[person] = Facts(
                    userName: try row.get("user_name"), displayName: try row.get("display_name"), desk: desks[person] ?? nil,
                    floor: try row.getIfPresent("floor"), isPrivate: try row.get("is_private"),
                    isPrivateAtHome: try row.get("is_private_at_home"), hasLeft: try row.get("has_left"))
            }
        }
        return places.compactMap { place in facts[place.person].map { Self.presence($0, at: place, atHome: atHome) } }
    }

    /// The people with open sessions at these places, without those who left.
    mutating func present(
        at places: [FoldedLog.Place], of roster: Int64? = nil, _ connection: PostgresConnection
    ) async throws -> [PersonPresence] {
        try await presences(at: places, of: roster, connection).filter { $0.state != .off }
    }

    private static func presence(_ facts: Facts, at place: FoldedLog.Place, atHome: Bool) -> PersonPresence {
        let (presence, claim) = (place.presence, place.presence.claim)
        let person = PersonPresence(
            id: place.person, userName: facts.userName, displayName: facts.displayName, state: presence.state,
            office: claim?.office, desk: place.holdsDesk ? claim?.desk.description : nil,
            floor: place.holdsDesk ? facts.floor : nil, since: claim?.since, sessionStart: presence.sessionStart,
            deadline: presence.deadline, stateSince: presence.stateSince,
            isPrivate: atHome ? facts.isPrivateAtHome : claim != nil && facts.isPrivate)
        return facts.hasLeft ? person.withoutSession : person
    }
}

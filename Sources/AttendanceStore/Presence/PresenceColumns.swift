import Attendance
import FoundationEssentials
import Postgres

/// People's presence as arrays, one for each column of the table `presence`.
struct PresenceColumns {
    let people: [PersonID]
    let states: [String]
    let sessionStarts: [PostgresTimestamp?]
    let deadlines: [PostgresTimestamp?]
    let offices: [OfficeID?]
    let desks: [String?]
    let startIDs: [UUID?]
    let startInstants: [PostgresTimestamp?]
    let deskSince: [PostgresTimestamp?]
    let latestInstants: [PostgresTimestamp?]
    let latestRanks: [Int16?]
    let latestIDs: [UUID?]

    init(_ presences: [(person: PersonID, presence: Presence)]) {
        func stamps(_ instant: (Presence) -> Instant?) -> [PostgresTimestamp?] {
            presences.map { instant($0.presence).map(PostgresTimestamp.init) }
        }
        people = presences.map(\.person)
        states = presences.map(\.presence.state.rawValue)
        sessionStarts = stamps(\.sessionStart)
        deadlines = stamps(\.deadline)
        offices = presences.map(\.presence.claim?.office)
        desks = presences.map(\.presence.claim?.desk.description)
        startIDs = presences.map(\.presence.claim?.start.id)
        startInstants = stamps(\.claim?.start.at)
        deskSince = stamps(\.claim?.since)
        latestInstants = stamps(\.latest?.at)
        latestRanks = presences.map { $0.presence.latest.map { Int16($0.rank) } }
        latestIDs = presences.map(\.presence.latest?.id)
    }

    /// The statement that writes the columns.
    var command: PostgresCommand {
        PostgresCommand(
            "Presence/write_presence",
            [
                "people": people, "states": states, "session_starts": sessionStarts, "deadlines": deadlines,
                "offices": offices, "desks": desks, "start_ids": startIDs, "start_instants": startInstants,
                "desk_since": deskSince, "latest_instants": latestInstants, "latest_ranks": latestRanks,
                "latest_ids": latestIDs,
            ])
    }
}

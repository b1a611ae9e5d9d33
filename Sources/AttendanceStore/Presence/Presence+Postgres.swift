import Attendance
import FoundationEssentials
import Postgres

extension Presence {
    /// Reads state, session start, deadline, office, desk, start id and instant, desk since, and the latest tap's instant,
    /// rank and id from the columns that begin at `first`.
    init(_ row: PostgresRow, from first: Int) throws {
        self.init(
            state: try row.choice(first), sessionStart: try row.instantIfPresent(first + 1),
            deadline: try row.instantIfPresent(first + 2))
        if let startID = try row.getIfPresent(first + 5, as: UUID.self), let desk = try row.deskIfPresent(first + 4) {
            claim = Claim(
                office: try row.get(first + 3), desk: desk,
                start: TapOrder(at: try row.instant(first + 6), rank: TapKind.start.rank, id: startID),
                since: try row.instant(first + 7))
        }
        if let latestID = try row.getIfPresent(first + 10, as: UUID.self) {
            latest = TapOrder(
                at: try row.instant(first + 8), rank: Int(try row.get(first + 9, as: Int64.self)), id: latestID)
        }
    }

    /// People's presence as the arrays in which it is written: people, states, session starts, deadlines, the claimed desk's
    /// office, name, start id and instant, since when, and the latest tap's instant, rank and id.
    static func columns(of presences: [(person: Int64, presence: Presence)]) -> [(any PostgresEncodable)?] {
        func stamps(_ instant: (Presence) -> Instant?) -> [PostgresTimestamp?] {
            presences.map { instant($0.presence).map(PostgresTimestamp.init) }
        }
        return [
            presences.map(\.person), presences.map(\.presence.state.rawValue), stamps(\.sessionStart), stamps(\.deadline),
            presences.map(\.presence.claim?.office), presences.map(\.presence.claim?.desk.description),
            presences.map(\.presence.claim?.start.id), stamps(\.claim?.start.at), stamps(\.claim?.since),
            stamps(\.latest?.at), presences.map { $0.presence.latest.map { Int16($0.rank) } },
            presences.map(\.presence.latest?.id),
        ]
    }
}

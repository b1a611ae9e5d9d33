import Attendance
import FoundationEssentials
import Postgres

extension Presence {
    /// Reads the columns of the table `presence`.
    init(_ row: PostgresRow) throws {
        self.init(
            state: try row.choice("state"), sessionStart: try row.instantIfPresent("session_start"),
            deadline: try row.instantIfPresent("deadline"))
        if let startID = try row.getIfPresent("start_id", as: UUID.self), let desk = try row.deskIfPresent("desk") {
            claim = Claim(
                office: try row.get("office_id"), desk: desk,
                start: TapOrder(at: try row.instant("start_at"), rank: TapKind.start.rank, id: startID),
                since: try row.instant("desk_since"))
        }
        if let latestID = try row.getIfPresent("latest_id", as: UUID.self) {
            latest = TapOrder(
                at: try row.instant("latest_at"), rank: Int(try row.get("latest_rank", as: Int64.self)), id: latestID)
        }
    }
}

package import Attendance
package import FoundationEssentials
import Postgres

/// A tap as it stands in the log, for the person who made it.
package struct RecordedTap: Sendable, Equatable {
    package let kind: TapKind
    package let at: Instant
    package let desk: String?
    /// Of the office it belongs to, on that day: an IANA name.
    package let timeZone: String
    package let quarantine: QuarantineReason?
}

extension AttendanceStore {
    /// The tap of this id, where `person` made it; nil where there is none or it is somebody else's.
    package func tap(_ id: UUID, of person: Int64) async throws -> RecordedTap? {
        let results = try await pool.withConnection { connection in
            try await connection.pipeline([
                PostgresCommand("tap_of_person", id, person), PostgresCommand("office_settings"),
            ])
        }
        let calendars = try OfficeClocks(results[1]).calendars
        return try results[0].first.map { row in
            let (at, office) = (try row.instant(1), try row.get(3, as: Int64.self))
            return RecordedTap(
                kind: try row.choice(0), at: at, desk: try row.getIfPresent(2),
                timeZone: calendars[office].zone(at: at.seconds).name,
                quarantine: try row.getIfPresent(4, as: String.self).flatMap(QuarantineReason.init))
        }
    }

    /// Which of these taps stand in the log as `person`'s.
    package func taps(among ids: [UUID], of person: Int64) async throws -> Set<UUID> {
        if ids.isEmpty { return [] }
        return Set(try await pool.query("taps_of_person_among", ids, person).map { try $0.get(0) })
    }
}

package import Attendance
package import FoundationEssentials
import Postgres

/// Recorded taps of a person.
package struct TapStore: Sendable {
    let pool: PostgresPool

    /// The tap of this id, where `person` made it; nil where there is none or it is somebody else's.
    package func tap(_ id: UUID, of person: Int64) async throws -> RecordedTap? {
        let results = try await pool.withConnection { connection in
            try await connection.pipeline([
                PostgresCommand("Taps/tap_of_person", id, person), PostgresCommand("Offices/office_settings"),
            ])
        }
        let calendars = try OfficeClocks(results[1]).calendars
        return try results[0].first.map { row in
            let (at, office) = (try row.instant(1), try row.get(3, as: Int64.self))
            return RecordedTap(
                kind: try row.choice(0), at: at, desk: try row.getIfPresent(2), office: office, officeName: try row.get(8),
                outOfService: try row.getIfPresent(9),
                timeZone: calendars[office].zone(at: at.seconds).name,
                quarantine: try row.getIfPresent(4, as: String.self).flatMap(QuarantineReason.init),
                requirement: try StartRequirement(row, from: 5))
        }
    }

    /// Which of these taps stand in the log as `person`'s.
    package func taps(among ids: [UUID], of person: Int64) async throws -> Set<UUID> {
        if ids.isEmpty { return [] }
        return Set(try await pool.query("Taps/taps_of_person_among", ids, person).map { try $0.get(0) })
    }

    /// Who sat at a desk until `person` started there, and whether they stay unnamed on the map; nil where nobody who is still
    /// at work did.
    package func displaced(from desk: String, of office: Int64, by person: Int64, now: Instant) async throws
        -> (name: String, isPrivate: Bool)?
    {
        try await pool.query("Taps/displaced_from_desk", office, desk, person, PostgresTimestamp(now)).first.map {
            (try $0.get(0), try $0.get(1))
        }
    }
}

package import Attendance
package import FoundationEssentials
import Postgres

/// Recorded taps of a person.
package struct TapStore: Sendable {
    let pool: PostgresPool

    /// A tap of `person`; nil: the id is unknown, or the tap is another person's.
    package func tap(_ id: UUID, of person: PersonID) async throws -> RecordedTap? {
        let results = try await pool.withConnection { connection in
            try await connection.pipeline([
                PostgresCommand("Taps/tap_of_person", ["id": id, "person": person]),
                PostgresCommand("Offices/office_settings", ["seq": nil]),
            ])
        }
        let calendars = try OfficeClocks(results[1]).calendars
        return try results[0].first.map { row in
            let (at, office) = (try row.instant("at"), try row.get("office_id", as: OfficeID.self))
            return RecordedTap(
                kind: try row.choice("kind"), at: at, desk: try row.getIfPresent("desk"), office: office,
                officeName: try row.get("office_name"), outOfService: try row.getIfPresent("out_of_service"),
                timeZone: calendars[office].zone(at: at.seconds).name,
                quarantine: try row.getIfPresent("quarantine", as: String.self).flatMap(QuarantineReason.init),
                flag: try row.getIfPresent("flag", as: String.self).flatMap(TagFlag.init),
                requirement: try row.get("is_signing_desk") ? .signedAddress : try StartRequirement(row),
                isAmongFirst: try row.get("is_among_first"))
        }
    }

    /// The ids, among these, of `person`'s events in the log.
    package func taps(among ids: [UUID], of person: PersonID) async throws -> Set<UUID> {
        if ids.isEmpty { return [] }
        return Set(
            try await pool.query("Taps/taps_of_person_among", ["ids": ids, "person": person]).map { try $0.get("id") })
    }
}

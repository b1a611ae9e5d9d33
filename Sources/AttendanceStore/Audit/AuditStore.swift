package import Attendance
import Postgres

/// The access log, which says who opened whose record, and the log of changes to accounts.
package struct AuditStore: Sendable {
    let pool: PostgresPool

    /// Notes an access. Where this fails, nothing should be shown.
    package func log(_ access: Access, now: Instant) async throws {
        let (people, office): ([Int64?], Int64?) =
            switch access.whose {
            case .person(let number): ([number], nil)
            case .people(let numbers): (numbers, nil)
            case .office(let number): ([nil], number)
            }
        try await pool.query(
            "Audit/insert_access", PostgresTimestamp(now), access.reader, people, office,
            Int32(clamping: access.period.lowerBound.daysSince1970), Int32(clamping: access.period.upperBound.daysSince1970),
            access.purpose)
    }

    /// Who read this person's record, the latest first.
    package func accesses(to person: Int64, limit: Int64 = 1_000) async throws -> [LoggedAccess] {
        try await pool.query("Audit/accesses_to_person", person, limit).map { row in
            let from = CivilDate(daysSince1970: try row.get(3))
            return LoggedAccess(
                at: try row.instant(0), userName: try row.get(1), displayName: try row.get(2),
                period: from...max(from, CivilDate(daysSince1970: try row.get(4))), purpose: try row.get(5))
        }
    }

    /// The latest first.
    package func accesses(_ filter: AccessFilter, limit: Int64, after: Int64 = 0) async throws -> [ListedAccess] {
        try await pool.query(
            "Audit/accesses", filter.viewer, filter.subject, filter.from.map(PostgresTimestamp.init),
            filter.before.map(PostgresTimestamp.init), limit, after
        ).map { row in
            let whose: ListedAccess.Whose =
                if let user = try row.getIfPresent(3, as: String.self) {
                    .person(userName: user, displayName: try row.get(4))
                } else if let office = try row.getIfPresent(5, as: String.self) {
                    .office(office)
                } else {
                    .everybody
                }
            let first = CivilDate(daysSince1970: try row.get(6))
            return ListedAccess(
                at: try row.instant(0), viewerUser: try row.get(1), viewerName: try row.get(2), whose: whose,
                period: first...max(first, CivilDate(daysSince1970: try row.get(7))), purpose: try row.get(8))
        }
    }

    /// What was done to somebody's account, the latest first.
    /// - Parameters:
    ///   - fields: nil: all.
    ///   - since: nil: from the beginning.
    package func adminLog(
        of person: Int64, _ fields: [AdminLogEntry.Field]? = nil, since: Instant? = nil, limit: Int64 = 200
    ) async throws -> [AdminLogEntry] {
        try await pool.query(
            "Audit/admin_log_of_person", person, fields?.map(\.rawValue), since.map(PostgresTimestamp.init), limit
        ).map { row in
            let author: AdminLogEntry.Author =
                if let user = try row.getIfPresent("user_name", as: String.self) {
                    .person(userName: user, displayName: try row.get("display_name"))
                } else if let provisioner = try row.getIfPresent("provisioner", as: String.self) {
                    .provisioner(provisioner)
                } else if let issuer = try row.getIfPresent("issuer", as: String.self) {
                    .provider(issuer)
                } else {
                    .command
                }
            return AdminLogEntry(
                at: try row.instant("at"), author: author, field: try row.choice("field"), old: try row.getIfPresent("old"),
                new: try row.getIfPresent("new"))
        }
    }

    /// Adds an entry to the log of changes to accounts.
    static func note(
        _ field: AdminLogEntry.Field, old: String?, new: String?, of person: Int64, by author: ChangeAuthor, now: Instant,
        _ connection: PostgresConnection
    ) async throws {
        try await connection.query(
            "Audit/insert_admin_log", PostgresTimestamp(now), author.person, author.provisioner, author.issuer, person,
            field.rawValue, old, new)
    }
}

package import Attendance
import Postgres

/// The access log, which records who read or exported which records, and the log of changes.
package struct AuditStore: Sendable {
    let pool: PostgresPool

    /// Logs an access. If this throws, the caller must not show the record.
    package func log(_ access: Access, now: Instant) async throws {
        try await pool.withConnection { _ = try await $0.pipeline([Self.command(access, now: now)]) }
    }

    /// Logs an access in a transaction.
    static func command(_ access: Access, now: Instant) -> PostgresCommand {
        let (people, offices): ([PersonID?], [OfficeID]) =
            switch access.subject {
            case .person(let number): ([number], [])
            case .people(let numbers): (numbers, [])
            case .offices(nil): ([nil], [])
            case .offices(let numbers?): ([], numbers)
            }
        return PostgresCommand(
            "Audit/insert_access",
            [
                "now": PostgresTimestamp(now), "viewer": access.viewer,
                "first_day": access.period.lowerBound.dayNumber,
                "last_day": access.period.upperBound.dayNumber, "purpose": access.purpose,
                "people": people, "offices": offices,
            ])
    }

    /// Logs that a viewer is about to see another person's record. A person's own access is not logged.
    package func log(
        _ viewer: Person, sees person: PersonID, of period: ClosedRange<CivilDate>, purpose: String, now: Instant
    ) async throws {
        if viewer.id == person { return }
        try await log(Access(by: viewer.id, to: .person(person), of: period, purpose: purpose), now: now)
    }

    /// Accesses to this person's record, the latest first.
    package func accesses(to person: PersonID, limit: Int64 = 1_000) async throws -> [LoggedAccess] {
        try await pool.query("Audit/accesses_to_person", ["person": person, "limit": limit]).map { row in
            LoggedAccess(
                at: try row.instant("at"), userName: try row.get("user_name"), displayName: try row.get("display_name"),
                period: try Self.period(row), purpose: try row.get("purpose"))
        }
    }

    /// The accesses that match the filter, the latest first.
    package func accesses(_ filter: AccessFilter, limit: Int64, after: Int64 = 0) async throws -> [ListedAccess] {
        try await pool.query(
            "Audit/accesses",
            [
                "viewer": filter.viewer, "subject": filter.subject, "from": filter.from.map(PostgresTimestamp.init),
                "before": filter.before.map(PostgresTimestamp.init), "limit": limit, "offset": after,
            ]
        ).map { row in
            let subject: ListedAccess.Subject =
                if let user = try row.getIfPresent("user_name", as: String.self) {
                    .person(userName: user, displayName: try row.get("display_name"))
                } else if let office = try row.getIfPresent("office_name", as: String.self) {
                    .office(office)
                } else {
                    .everybody
                }
            return ListedAccess(
                at: try row.instant("at"), viewerUser: try row.get("viewer_user"), viewerName: try row.get("viewer_name"),
                subject: subject, period: try Self.period(row), purpose: try row.get("purpose"))
        }
    }

    private static func period(_ row: PostgresRow) throws -> ClosedRange<CivilDate> {
        let first = CivilDate(daysSince1970: try row.get("first_day"))
        return first...max(first, CivilDate(daysSince1970: try row.get("last_day")))
    }

    /// Changes of accounts, legal holds and things that administrators manage, the latest first.
    /// - Parameter author: nil: all, also those by commands and programs.
    package func changes(by author: PersonID? = nil, limit: Int64, after: Int64 = 0) async throws -> [LoggedChange] {
        try await pool.query("Audit/changes", ["author": author, "limit": limit, "offset": after]).map(LoggedChange.init)
    }

    /// Changes to a person's account and legal holds on the person, the latest first.
    /// - Parameters:
    ///   - fields: nil: all.
    ///   - since: changes at this instant or later; nil: all.
    package func adminLog(
        of person: PersonID, _ fields: [AdminLogEntry.Field]? = nil, since: Instant? = nil, limit: Int64 = 200
    ) async throws -> [AdminLogEntry] {
        try await pool.query(
            "Audit/admin_log_of_person",
            [
                "person": person, "fields": fields?.map(\.rawValue), "since": since.map(PostgresTimestamp.init),
                "limit": limit,
            ]
        ).map(AdminLogEntry.init)
    }
}

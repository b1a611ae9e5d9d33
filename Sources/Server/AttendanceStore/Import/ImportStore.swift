package import Attendance
import Postgres

/// Import of people, teams, desks and attendance from files.
package struct ImportStore: Sendable {
    let pool: PostgresPool

    /// Imports a file in one transaction. Existing data stays as it is, unless the import updates people.
    /// - Parameters:
    ///   - office: the office of lines that name none; nil: the only office.
    ///   - justification: author and reason of added attendance; other kinds do not need it.
    ///   - author: the author in the account log.
    ///   - updatesPeople: whether people who exist already get the values of their lines. Empty values and
    ///     missing columns change nothing.
    ///   - firstLine: the number of the line that names the columns, for messages.
    ///   - isDryRun: true: check everything, then roll back.
    /// - Throws: ``ImportError``, ``StoreError``.
    package func importFile(
        _ bytes: [UInt8], of kind: ImportKind, into office: String?, by justification: Justification?,
        author: ChangeAuthor = .command, updatesPeople: Bool = false, firstLine: Int = 1, dryRun isDryRun: Bool, now: Instant
    ) async throws -> ImportSummary {
        struct RolledBack: Error { var summary: ImportSummary }
        var table = try ImportTable(bytes, as: kind, updates: updatesPeople, firstLine: firstLine)
        let offices = try ImportOffices(try await OfficeStore(pool: pool).offices(), usual: office)
        let content: any ImportContent =
            switch kind {
            case .people: PeopleImport(&table, offices, author: author, updates: updatesPeople, now: now)
            case .teams: TeamsImport(&table, offices, author: author, now: now)
            case .desks: DesksImport(&table, offices, author: author, now: now)
            case .attendance: try await AttendanceImport(&table, offices, justification, pool, now: now)
            }
        do {
            return try await naming(.partOfFile) {
                try await pool.withTransaction { connection in
                    var summary = try await content.carryOut(&table, connection)
                    summary.format = table.format
                    if isDryRun { throw RolledBack(summary: summary) }
                    return summary
                }
            }
        } catch let dry as RolledBack {
            return dry.summary
        }
    }
}

package import Attendance
package import Hours
import Postgres

/// An entry of the log of all changes.
package enum LoggedChange: Sendable, Equatable {
    case configuration(LoggedConfigurationChange)
    /// Of the account of a person.
    case account(AdminLogEntry, userName: String, displayName: String)
    case fact(LoggedFact)

    init(_ row: PostgresRow) throws {
        self =
            if let user = try row.getIfPresent("person_user", as: String.self) {
                .account(try AdminLogEntry(row), userName: user, displayName: try row.get("person_name"))
            } else if let type = try row.getIfPresent("fact_type", as: String.self) {
                .fact(try LoggedFact(row, type: type))
            } else {
                .configuration(try LoggedConfigurationChange(row))
            }
    }
}

/// A fact of hours that concerns all people and was recorded, or removed.
package struct LoggedFact: Sendable, Equatable {
    package let at: Instant
    /// A person or a command.
    package let author: AdminLogEntry.Author
    /// nil: one of a later version, whose migrations may run before all servers have it.
    package let content: Fact.Content?
    package let isRemoval: Bool

    init(_ row: PostgresRow, type: String) throws {
        at = try row.instant("at")
        author = try AdminLogEntry.Author(row)
        content = HoursFact.read(type: type, content: try row.get("fact"))?.content
        isRemoval = try row.get("is_removal")
    }
}

import Postgres

/// An entry of the log of all changes.
package enum LoggedChange: Sendable, Equatable {
    case configuration(LoggedConfigurationChange)
    /// Of the account of a person.
    case account(AdminLogEntry, userName: String, displayName: String)

    init(_ row: PostgresRow) throws {
        self =
            if let user = try row.getIfPresent("person_user", as: String.self) {
                .account(try AdminLogEntry(row), userName: user, displayName: try row.get("person_name"))
            } else {
                .configuration(try LoggedConfigurationChange(row))
            }
    }
}

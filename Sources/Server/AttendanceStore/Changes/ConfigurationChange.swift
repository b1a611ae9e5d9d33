package import Attendance
import Postgres

/// A change of a thing that administrators manage. The log of these changes says who can have made keys, and what a proof was worth.
package struct ConfigurationChange: Sendable, Equatable {
    package enum Thing: String, Sendable, CaseIterable {
        case reader, display, tag
        /// A key for an identity provider's program.
        case provisioner
        /// A key that signs certificates of tags.
        case signingKey = "signing_key"
        /// A key from which the keys of tags are derived.
        case masterKey = "master_key"
        /// The settings of an office.
        case office
        case floor, team
        /// An export layout of an office.
        case layout
        case holidayCalendar = "holiday_calendar"
        /// One of a later version, whose migrations may run before all servers have it.
        case other
    }

    package enum Action: String, Sendable, CaseIterable {
        case added
        case keyRenewed = "key_renewed"
        /// The keys of a reader work only with its client certificate from now on.
        case bound
        case unbound
        /// An enrolment link of a display was created.
        case linkMade = "link_made"
        /// A program got the keys of a tag.
        case keysGiven = "keys_given"
        /// Also an action of a later version.
        case changed
        case replaced, retired, revoked
        /// A floor's drawing was published.
        case published
        case renamed, removed
    }

    package let thing: Thing
    package let action: Action
    package let name: String
    /// What changed: the successor of a tag, the settings of an office with what they were and are, the new name.
    package let detail: String?

    package init(_ thing: Thing, _ action: Action, _ name: String, _ detail: String? = nil) {
        (self.thing, self.action, self.name, self.detail) = (thing, action, name, detail)
    }

    /// Logs the change in the transaction that makes it.
    /// - Parameter now: nil: by the database's clock.
    func note(by author: ChangeAuthor, now: Instant?, _ connection: PostgresConnection) async throws {
        try await [self].note(by: author, now: now, connection)
    }
}

extension [ConfigurationChange] {
    /// Logs the changes as ``ConfigurationChange/note(by:now:_:)``, in one statement.
    func note(by author: ChangeAuthor, now: Instant?, _ connection: PostgresConnection) async throws {
        try await connection.query(
            "Changes/insert_configuration_changes",
            [
                "now": now.map(PostgresTimestamp.init), "author": author.person, "things": map(\.thing.rawValue),
                "actions": map(\.action.rawValue), "names": map(\.name), "details": map(\.detail),
            ])
    }
}

/// An entry of the log of configuration changes.
package struct LoggedConfigurationChange: Sendable, Equatable {
    package let at: Instant
    /// A person or a command.
    package let author: AdminLogEntry.Author
    package let change: ConfigurationChange

    init(_ row: PostgresRow) throws {
        at = try row.instant("at")
        author = try AdminLogEntry.Author(row)
        change = ConfigurationChange(
            ConfigurationChange.Thing(rawValue: try row.get("thing")) ?? .other,
            ConfigurationChange.Action(rawValue: try row.get("action")) ?? .changed, try row.get("name"),
            try row.getIfPresent("detail"))
    }
}

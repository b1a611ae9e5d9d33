package import Attendance
import Postgres

/// The author of a change of an account.
package enum ChangeAuthor: Sendable, Equatable {
    /// A command on the server.
    case command
    case person(PersonID)
    case provisioner(ProvisionerID)
    /// An identity provider during a sign-in, by its issuer.
    case provider(String)

    /// - Parameter person: nil: a command on the server.
    init(_ person: PersonID?) { self = person.map(Self.person) ?? .command }

    var person: PersonID? { if case .person(let id) = self { id } else { nil } }
    var provisioner: ProvisionerID? { if case .provisioner(let id) = self { id } else { nil } }
    var issuer: String? { if case .provider(let issuer) = self { issuer } else { nil } }
}

/// An entry of the account log.
package struct AdminLogEntry: Sendable, Equatable {
    /// The raw values match the check constraint of `admin_log`, except ``changed`` and ``legalHold``.
    package enum Field: String, Sendable {
        case added
        case userName = "user_name"
        case displayName = "display_name"
        case role, office, team, email, reading
        case personnelNumber = "personnel_number"
        case firstDay = "first_day"
        /// Set ahead; without a new value: withdrawn.
        case lastDay = "last_day"
        /// The offices of HR, separated by commas; nil: the own one.
        case hrOffices = "hr_offices"
        /// The instant of leaving; without a new value: the person works here again.
        case left
        /// A sign-in link for this person was created. With an old value: that number of unused links was withdrawn.
        case signInLink = "sign_in_link"
        /// A link that another person created started a session; the device.
        case linkUsed = "link_used"
        /// Another person or a command ended a session; the device. Without a new value: all sessions.
        case signedOut = "signed_out"
        /// An API key was created.
        case key
        /// All API keys were revoked; their number.
        case keys
        /// A password was set; without a new value: removed.
        case password
        /// The person was linked to an account at an identity provider; its issuer.
        case identity
        case badge
        /// The name of a team that the person manages.
        case manages
        /// From the stored holds: the reason. Without a new value: released, by an author who is not stored.
        case legalHold = "legal_hold"
        /// A field of a later version, whose migrations may run before all servers have it.
        case changed
    }

    package enum Author: Sendable, Equatable {
        case command
        case person(userName: String, displayName: String)
        case provisioner(String)
        /// By its issuer.
        case provider(String)

        init(_ row: PostgresRow) throws {
            self =
                if let user = try row.getIfPresent("user_name", as: String.self) {
                    .person(userName: user, displayName: try row.get("display_name"))
                } else if let provisioner = try row.getIfPresent("provisioner", as: String.self) {
                    .provisioner(provisioner)
                } else if let issuer = try row.getIfPresent("issuer", as: String.self) {
                    .provider(issuer)
                } else {
                    .command
                }
        }
    }

    package let at: Instant
    package let author: Author
    package let field: Field
    package let old: String?
    package let new: String?

    init(_ row: PostgresRow) throws {
        at = try row.instant("at")
        author = try Author(row)
        field = Field(rawValue: try row.get("field")) ?? .changed
        old = try row.getIfPresent("old")
        new = try row.getIfPresent("new")
    }

    /// Logs a change to an account, in the transaction that makes it.
    static func note(
        _ field: Field, old: String?, new: String?, of person: PersonID, by author: ChangeAuthor, now: Instant,
        _ connection: PostgresConnection
    ) async throws {
        try await connection.query(
            "Changes/insert_admin_log",
            [
                "now": PostgresTimestamp(now), "author": author.person, "provisioner": author.provisioner,
                "issuer": author.issuer, "person": person, "field": field.rawValue, "old": old, "new": new,
            ])
    }
}

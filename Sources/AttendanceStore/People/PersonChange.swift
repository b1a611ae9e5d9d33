package import Attendance

/// What is to be changed of somebody's account. What is nil stays as it is.
package struct PersonChange: Sendable, Equatable {
    /// A team, or none.
    package enum Place: Sendable, Equatable {
        case none
        case team(Int64)
    }

    package var userName: String?
    package var displayName: String?
    package var role: Role?
    package var office: Int64?
    package var team: Place?

    package init(
        userName: String? = nil, displayName: String? = nil, role: Role? = nil, office: Int64? = nil, team: Place? = nil
    ) {
        self.userName = userName
        self.displayName = displayName
        self.role = role
        self.office = office
        self.team = team
    }
}

/// Who changes an account.
package enum ChangeAuthor: Sendable, Equatable {
    /// Whoever may run commands on the server.
    case command
    case person(Int64)
    case provisioner(Int64)
    /// An identity provider, at a sign-in; by its issuer.
    case provider(String)

    var person: Int64? { if case .person(let id) = self { id } else { nil } }
    var provisioner: Int64? { if case .provisioner(let id) = self { id } else { nil } }
    var issuer: String? { if case .provider(let issuer) = self { issuer } else { nil } }
}

/// What was done to an account.
package struct AdminLogEntry: Sendable, Equatable {
    /// The schema's check constraint has the same words.
    package enum Field: String, Sendable {
        case added
        case userName = "user_name"
        case displayName = "display_name"
        case role, office, team
        /// When they left; none where they work here again.
        case left
        /// A link was made that signs in as them.
        case signInLink = "sign_in_link"
        /// A link that somebody else made began a session; the device.
        case linkUsed = "link_used"
        /// A key for the person's programs was made.
        case key
        /// Their keys were taken back.
        case keys
        /// A password was set; or removed, where there is no new value.
        case password
        /// The person was linked to an account at an identity provider; its issuer.
        case identity
        case badge
        /// A team.
        case manages
    }

    package enum Author: Sendable, Equatable {
        case command
        case person(userName: String, displayName: String)
        case provisioner(String)
        /// By its issuer.
        case provider(String)
    }

    package let at: Instant
    package let author: Author
    package let field: Field
    package let old: String?
    package let new: String?
}

package import Attendance

/// A person as asserted by an identity provider at a sign-in.
package struct ProvidedPerson: Sendable, Equatable {
    /// The provider's decision about the person's team.
    package enum TeamChoice: Sendable, Equatable {
        /// The provider does not assign teams.
        case unsaid
        /// The teams that the provider assigns, and the person's team among them; nil: none of them.
        case oneOf(Set<String>, String?)
    }

    package let issuer: String
    /// The provider's identifier of the person. The provider never gives it to another person.
    package let subject: String
    package let userName: String
    package let displayName: String
    /// Nil: the provider does not assign roles.
    package let role: Role?
    package let team: TeamChoice
    /// The office of a new person; nil: the only office.
    package let office: String?
    /// Whether the provider is trusted for the user name: an existing person with this user name is the same person.
    package let isOwnerOfUserName: Bool
    /// Whether a new person can have the user name. An e-mail address must be verified by the provider.
    package let isUserNameVerified: Bool
    /// Whether a person without an account gets one.
    package let mayBeNew: Bool

    package init(
        issuer: String, subject: String, userName: String, displayName: String, role: Role?, team: TeamChoice,
        office: String?, isOwnerOfUserName: Bool, isUserNameVerified: Bool = true, mayBeNew: Bool = true
    ) {
        self.issuer = issuer
        self.subject = subject
        self.userName = userName
        self.displayName = displayName
        self.role = role
        self.team = team
        self.office = office
        self.isOwnerOfUserName = isOwnerOfUserName
        self.isUserNameVerified = isUserNameVerified
        self.mayBeNew = mayBeNew
    }
}

/// The result of a sign-in through an identity provider.
package enum ProvidedSignIn: Sendable, Equatable {
    /// The person is signed in, with these changes.
    case person(Person, [ProvidedChange])
    /// A former employee.
    case left(userName: String)
    /// A former employee whose name is erased.
    case leftAndErased
    /// An existing person has this user name, and may be another person.
    case userNameTaken
    /// The user name belonged to another person, and readers may still hold taps for that person.
    case userNameNotFree(until: Instant?)
    /// The person has no account, and a sign-in creates none.
    case noAccount
    /// The user name is an e-mail address that the provider did not verify.
    case unverifiedUserName
}

/// A change of a person by a sign-in, or a change that was not possible.
package enum ProvidedChange: Sendable, Equatable, CustomStringConvertible {
    case isNew
    /// An existing person was linked to the identity at the provider.
    case isLinked
    case role(from: Role, to: Role)
    /// The provider assigns another role to the last administrator. The person keeps the role.
    case remainsLastAdministrator
    case team(from: String?, to: String?)
    case unknownTeam(String)

    /// For the log: names no team.
    package var description: String {
        switch self {
        case .isNew: "was added"
        case .isLinked: "existed already and was linked to the provider"
        case .role(let old, let new): "changed role from \(old.rawValue) to \(new.rawValue)"
        case .remainsLastAdministrator: "is in no administrators' group any more, but remains the last administrator"
        case .team(_, nil): "left their team"
        case .team: "changed team"
        case .unknownTeam: "belongs to a team that does not exist in the person's office"
        }
    }
}

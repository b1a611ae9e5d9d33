package import Attendance

/// Somebody as their identity provider vouches for them at a sign-in.
package struct ProvidedPerson: Sendable, Equatable {
    /// What the provider says of somebody's team.
    package enum TeamChoice: Sendable, Equatable {
        /// Teams are not the provider's affair.
        case unsaid
        /// The team they belong to, if any, of those that the provider decides about.
        case oneOf(Set<String>, String?)
    }

    package let issuer: String
    /// The provider's own name for them, which it never gives to anybody else.
    package let subject: String
    package let userName: String
    package let displayName: String
    /// Nil: roles are not the provider's affair.
    package let role: Role?
    package let team: TeamChoice
    /// Where somebody new belongs; nil for the only office there is.
    package let office: String?
    /// Whether the provider is believed about the user name, so that its owner here is taken for the same person.
    package let isOwnerOfUserName: Bool
    /// Whether the user name may be given to a new person: an e-mail address only once the provider verified it.
    package let isUserNameVerified: Bool
    /// Whether a person who has no account here gets one.
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

/// What came of a sign-in by an identity provider.
package enum ProvidedSignIn: Sendable, Equatable {
    /// They are this person, and so much was changed for it.
    case person(Person, [ProvidedChange])
    /// They worked here once.
    case left(userName: String)
    /// They worked here once, and their name is erased.
    case leftAndErased
    /// Their user name is that of somebody here who need not be the same.
    case userNameTaken
    /// Their user name was another person's, whose taps readers may still hold.
    case userNameNotFree(until: Instant?)
    /// They have no account here, and nobody gets one by signing in.
    case noAccount
    /// Their user name would be an e-mail address that the provider did not verify.
    case unverifiedUserName
}

/// What a sign-in changed of somebody, or could not.
package enum ProvidedChange: Sendable, Equatable, CustomStringConvertible {
    case isNew
    /// Somebody who was here already is known at the provider from now on.
    case isLinked
    case role(from: Role, to: Role)
    /// The provider takes the role from the only administrator there is; they keep it.
    case remainsLastAdministrator
    case team(from: String?, to: String?)
    case unknownTeam(String)

    package var description: String {
        switch self {
        case .isNew: "is new here"
        case .isLinked: "was here already, and is linked to the provider from now on"
        case .role(let old, let new): "was \(old.rawValue) and is \(new.rawValue) now"
        case .remainsLastAdministrator: "is in no group of administrators any more, but remains one: there is no other"
        case .team(let old, let new):
            "was in \(old.map { "the team '\($0)'" } ?? "no team") and is in "
                + "\(new.map { "'\($0)'" } ?? "none") now"
        case .unknownTeam(let team): "belongs to the team '\(team)', which their office does not have"
        }
    }
}

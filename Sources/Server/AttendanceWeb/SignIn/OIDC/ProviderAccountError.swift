import Attendance

/// Why a person whom the identity provider authenticated is not signed in. For the log, which names no person: the page shows the
/// subject instead of the reason.
enum ProviderAccountError: Error, Equatable {
    case invalidUserName
    /// The user name is longer than ``UserName/longest``.
    case longUserName
    /// The person left.
    case left
    /// The person left, and their name is erased.
    case leftAndErased
    /// The user name belongs to a person who is not linked to the provider's subject.
    case userNameTaken
    /// The user name belonged to a person who left. Nil: reserved as long as an office accepts taps of any age.
    case userNameReserved(until: Instant?)
    case noAccount
    case unverifiedEmail
    case notInRequiredGroup(String)
}

extension ProviderAccountError: CustomStringConvertible {
    private static let link = "run 'desktap person identity USER SUBJECT' with the ID that the person's page shows"

    var description: String {
        switch self {
        case .invalidUserName: "the user name at the provider is not a valid user name"
        case .longUserName: "the user name at the provider has more than \(UserName.longest) characters"
        case .left: "the person left"
        case .leftAndErased: "the person left, and their name is erased"
        case .userNameTaken:
            "the user name belongs to a person who is not linked to the provider's subject; if they are the same person, "
                + Self.link
        case .userNameReserved(let until):
            "the user name was that of another person whose taps may still wait on readers; it is available "
                + (until.map { "from \($0.rfc3339())" } ?? "after every office limits the age of taps")
        case .noAccount:
            "the person has no account, and 'oidc-new-people' is no; for an existing person, " + Self.link
        case .unverifiedEmail: "the provider did not verify the e-mail address, so it cannot be the user name"
        case .notInRequiredGroup(let group):
            "the provider does not list the person in the group '\(group)' ('oidc-required-group')"
        }
    }
}

/// A refused person, with the provider's identifier for them.
struct RefusedAccount: Error {
    let reason: ProviderAccountError
    let subject: String
}

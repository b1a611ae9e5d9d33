import Attendance
import OpenIDConnect

/// Why a person whom the identity provider authenticated is not signed in. For the log: the page does not show the reason.
enum ProviderAccountError: Error, Equatable {
    case invalidUserName(String)
    /// The person left.
    case left(userName: String)
    /// The person left, and their name is erased.
    case leftAndErased
    /// The user name belongs to a person who is not linked to the provider's subject.
    case userNameTaken(userName: String, subject: String)
    /// The user name belonged to a person who left. Nil: reserved as long as an office accepts taps of any age.
    case userNameReserved(userName: String, until: Instant?)
    case noAccount(userName: String, subject: String)
    case unverifiedEmail(String)
    case notInRequiredGroup(group: String, subject: String)
}

extension ProviderAccountError: CustomStringConvertible {
    var description: String {
        switch self {
        case .invalidUserName(let name): "'\(LogText(name))' is not a valid user name"
        case .left(let user): "'\(user)' left"
        case .leftAndErased: "the person left, and their name is erased"
        case .userNameTaken(let user, let subject):
            "the user name '\(user)' belongs to a person who is not linked to the provider's subject '\(LogText(subject))'; "
                + "if they are the same person, run 'desktap person identity \(user) \(LogText(subject))'"
        case .userNameReserved(let user, let until):
            "'\(user)' was the user name of another person whose taps may still wait on readers; it is available "
                + (until.map { "from \($0.rfc3339())" } ?? "after every office limits the age of taps")
        case .noAccount(let user, let subject):
            "'\(user)' has no account, and 'oidc-new-people' is no; if an existing person is the provider's subject "
                + "'\(LogText(subject))', run 'desktap person identity USER \(LogText(subject))'"
        case .unverifiedEmail(let address):
            "the provider did not verify the e-mail address '\(LogText(address))', so it cannot be the user name"
        case .notInRequiredGroup(let group, let subject):
            "the provider does not list the subject '\(LogText(subject))' in the group '\(group)' ('oidc-required-group')"
        }
    }
}

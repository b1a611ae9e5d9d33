package import AttendanceStore
import FoundationEssentials
import OpenIDConnect

/// The settings of the identity provider: registration, and the meaning of its claims for people, roles and teams.
package struct OIDCSettings: Sendable {
    /// A setting with an unusable value.
    package struct Problem: Error {
        package let setting: String
        package let sentence: String
    }

    /// The provider's issuer identifier, an address. Its documents and tokens must contain exactly this text.
    package let issuer: String
    /// The provider's name on the sign-in page.
    package let name: String
    package let clientID: String
    /// Nil for a public client, which only PKCE protects.
    let clientSecret: String?
    package var scopes = "openid profile email groups"
    package var groupsClaim = "groups"
    package var userClaim = "preferred_username"
    /// The group that grants each role. Empty: sign-in does not change roles.
    package private(set) var roles: [(role: Role, group: String)] = []
    /// The group of each team. Empty: sign-in does not change teams.
    package private(set) var teams: [(team: String, group: String)] = []
    /// The office of new people; nil if there is only one.
    package var office: String?
    /// Whether a new subject is linked to the existing person with the same user name.
    package var linksByUserName = false
    /// Whether a person without an account gets one at their first sign-in.
    package var addsNewPeople = true
    /// The group that a person must be in to sign in; nil: none.
    package var requiredGroup: String?
    /// Whether a browser signs out at the provider by a form, so that no address contains the ID token. Providers must accept
    /// it (RP-Initiated Logout 1.0, 2), but some do not, and others do not receive their own cookie with it (SameSite=Lax).
    package var signsOutByPost = false
    /// The maximum length of a session that the provider started.
    package var sessionLength = Duration.seconds(7 * 86_400)

    /// - Throws: ``Problem``.
    package init(issuer: String, name: String, clientID: String, clientSecret: String?) throws {
        guard ProviderAddress.isIssuer(issuer) else {
            throw Problem(
                setting: "oidc-issuer", sentence: "is not an https address without a query (http only for this machine)")
        }
        guard !clientID.isEmpty else { throw Problem(setting: "oidc-client-id", sentence: "is missing") }
        self.issuer = issuer
        self.name = name
        self.clientID = clientID
        self.clientSecret = clientSecret
    }

    /// - Parameter text: `hr=DeskTap HR;administrator=DeskTap Admins`.
    /// - Throws: ``Problem``.
    package mutating func setRoles(_ text: String) throws {
        roles = try Self.pairs(text, setting: "oidc-roles").compactMap { name, group in
            // A role of earlier versions, without permissions: teams name their managers.
            if name == "manager" { return nil }
            guard let role = Role(rawValue: name) else {
                throw Problem(setting: "oidc-roles", sentence: "contains the unknown role '\(name)'")
            }
            return (role, group)
        }
    }

    /// - Parameter text: `Design=grp-design;Sales=grp-sales`.
    /// - Throws: ``Problem``.
    package mutating func setTeams(_ text: String) throws {
        teams = try Self.pairs(text, setting: "oidc-teams").map { (team: $0, group: $1) }
    }

    /// Group names may contain commas and equals signs, like LDAP distinguished names.
    private static func pairs(_ text: String, setting: String) throws(Problem) -> [(String, String)] {
        var pairs: [(String, String)] = []
        for pair in text.split(separator: ";") where !pair.allSatisfy(\.isWhitespace) {
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2, !parts.contains("") else {
                throw Problem(setting: setting, sentence: "is not a list such as 'hr=Personnel;administrator=Admins'")
            }
            pairs.append((parts[0], parts[1]))
        }
        return pairs
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

package import AttendanceStore
import FoundationEssentials

/// How people sign in with an OpenID provider, and what its groups mean here.
package struct OIDCSettings: Sendable {
    /// Why a setting cannot be; the setting's name, and a sentence.
    package struct Problem: Error {
        package let setting: String
        package let sentence: String
    }

    /// The provider's name for itself, an address; what it says of itself must say exactly this.
    package let issuer: String
    /// How the sign-in page calls it.
    package let name: String
    package let clientID: String
    /// Nil for a public client, which PKCE alone protects.
    let clientSecret: String?
    package var scopes = "openid profile email groups"
    package var groupsClaim = "groups"
    package var userClaim = "preferred_username"
    /// Which groups make somebody what. Empty: roles are administered here.
    package private(set) var roles: [(role: Role, group: String)] = []
    /// Which groups are which teams. Empty: teams are administered here.
    package private(set) var teams: [(team: String, group: String)] = []
    /// Where new people belong; nil for the only office there is.
    package var office: String?
    /// Whether somebody new at the provider is taken for whoever has the same user name here.
    package var linksByUserName = false
    /// Whether a person of the provider who has no account here gets one by signing in.
    package var addsNewPeople = true
    /// The group that everybody has to be in who signs in by the provider; nil: none.
    package var requiredGroup: String?
    /// Whether a browser signs out at the provider by a form, so that the ID token is in no address. Every provider has to take it
    /// (RP-Initiated Logout 1.0, 2), and some do not; others do not see their own cookie then (SameSite=Lax).
    package var signsOutByPost = false
    /// Seconds after which a session that the provider began ends in any case.
    package var sessionLength: Int64 = 7 * 86_400

    /// - Throws: ``Problem``.
    package init(issuer: String, name: String, clientID: String, clientSecret: String?) throws {
        guard ProviderMetadata.isSafe(issuer), !issuer.contains("?"), !issuer.contains("#") else {
            throw Problem(
                setting: "oidc-issuer", sentence: "is not an https address without a query (http is for this machine alone)")
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
        roles = try Self.pairs(text, setting: "oidc-roles").map { name, group in
            guard let role = Role(rawValue: name) else {
                throw Problem(setting: "oidc-roles", sentence: "names a role '\(name)', which there is not")
            }
            return (role, group)
        }
    }

    /// - Parameter text: `Design=grp-design;Sales=grp-sales`.
    /// - Throws: ``Problem``.
    package mutating func setTeams(_ text: String) throws {
        teams = try Self.pairs(text, setting: "oidc-teams").map { (team: $0, group: $1) }
    }

    /// Groups may hold commas and equals signs, as LDAP's names do.
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

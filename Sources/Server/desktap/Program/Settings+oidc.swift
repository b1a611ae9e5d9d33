import AttendanceStore
import AttendanceWeb
import Configuration
import Daemon
import Foundation

extension Settings {
    static let oidcNames: Set = [
        "oidc-issuer", "oidc-name", "oidc-client-id", "oidc-client-secret-file", "oidc-scopes", "oidc-groups-claim",
        "oidc-user-claim", "oidc-roles", "oidc-teams", "oidc-office", "oidc-link-by-user-name",
        "oidc-new-people", "oidc-required-group", "oidc-session-length", "oidc-sign-out-by-post",
    ]

    /// The identity provider's settings; nil if no provider is set.
    var oidc: OIDCSettings? {
        get throws {
            guard let issuer = text("oidc-issuer") else {
                for name in Self.oidcNames.sorted() where text(name) != nil {
                    throw CommandError("The setting '\(name)' needs 'oidc-issuer', which is not set.")
                }
                return nil
            }
            do {
                var settings = try OIDCSettings(
                    issuer: issuer, name: text("oidc-name") ?? "Company account", clientID: text("oidc-client-id") ?? "",
                    clientSecret: try oidcClientSecret)
                if let scopes = text("oidc-scopes") { settings.scopes = scopes }
                if let claim = text("oidc-groups-claim") { settings.groupsClaim = claim }
                if let claim = text("oidc-user-claim") { settings.userClaim = claim }
                if let roles = text("oidc-roles") { try settings.setRoles(roles) }
                if let teams = text("oidc-teams") { try settings.setTeams(teams) }
                settings.office = text("oidc-office")
                settings.linksByUserName = try isSet("oidc-link-by-user-name")
                settings.addsNewPeople = try isSet("oidc-new-people", default: true)
                settings.signsOutByPost = try isSet("oidc-sign-out-by-post")
                settings.requiredGroup = text("oidc-required-group")
                settings.sessionLength = try sessionLength ?? settings.sessionLength
                guard settings.scopes.split(separator: " ").contains("openid") else {
                    throw CommandError("The setting 'oidc-scopes' has no scope 'openid': '\(settings.scopes)'.")
                }
                return settings
            } catch let problem as OIDCSettings.Problem {
                throw CommandError("The setting '\(problem.setting)' \(problem.sentence).")
            }
        }
    }

    /// From a file or the environment, never from the command line; nil for a public client.
    private var oidcClientSecret: String? {
        get throws {
            guard let path = text("oidc-client-secret-file") else {
                return reader.string(forKey: "oidc-client-secret", isSecret: true).flatMap { $0.isEmpty ? nil : $0 }
            }
            return try secret(in: path, namedBy: "oidc-client-secret-file")
        }
    }

    /// The text in a secret file, without surrounding white space.
    func secret(in path: String, namedBy setting: String) throws -> String {
        let contents: String
        do throws(SecretFile.Problem) {
            contents = String(decoding: try SecretFile.read(path), as: UTF8.self)
        } catch {
            throw CommandError("The file \(path), named by '\(setting)', \(error.predicate(path)).")
        }
        let secret = contents.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !secret.isEmpty else { throw CommandError("The file \(path), named by '\(setting)', is empty.") }
        return secret
    }

    /// From five minutes to a year. The setting is a number followed by m, h or d.
    private var sessionLength: Duration? {
        get throws {
            guard let text = text("oidc-session-length") else { return nil }
            let longest = SignInSession.absoluteLifetime
            guard let length = Duration(text: text), (.seconds(300)...longest).contains(length) else {
                throw CommandError(
                    """
                    The setting 'oidc-session-length' is not a time from 5m to \(longest.components.seconds / 86_400)d, such as \
                    12h or 7d: '\(text)'.
                    """)
            }
            return length
        }
    }
}

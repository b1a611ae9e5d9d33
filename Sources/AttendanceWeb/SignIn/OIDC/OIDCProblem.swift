import Attendance

/// Why a sign-in by a provider did not come about. The description is for the log: it names the check that failed, and holds
/// no code, token or secret.
enum OIDCProblem: Error, Equatable {
    /// The provider cannot be asked, or answers what nobody can use.
    case away(asked: String, why: String)
    /// What the provider says of itself cannot be right.
    case badDiscovery(String)
    case badCallback(String)
    /// The browser has no cookie of an attempt begun here.
    case noAttempt
    case attemptTooOld
    case wrongState
    /// Another provider's answer came to us (RFC 9207).
    case wrongIssuerParameter
    /// The provider says that it does not sign this person in.
    case refusedByProvider(String)
    case codeRefused(status: UInt, error: String)
    case badTokenAnswer(String)
    case malformedToken(String)
    case algorithm(String)
    case criticalHeader
    case unknownKey(String?)
    case badSignature
    case issuer(String?)
    case audience([String])
    case authorizedParty(String?)
    case expired
    case notYetValid(claim: String)
    case nonce
    case missingClaim(String)
    case userInfo(String)
    case userName(String)
    case left(userName: String)
    case userNameTaken(userName: String, subject: String)
    /// The person's name here is erased.
    case leftAndErased
    case userNameNotFree(userName: String, until: Instant?)
    case noAccount(userName: String, subject: String)
    case unverifiedUserName(userName: String)
    case notInRequiredGroup(group: String, subject: String)
    /// The provider let the person in by an earlier sign-in, although a fresh one was asked for.
    case notSignedInAgain
    case nonceInLogoutToken
    case usedLogoutToken

    /// Whether the provider is at fault just now, and not this attempt.
    var isProviderAway: Bool {
        switch self {
        case .away, .badDiscovery: true
        default: false
        }
    }
}

extension OIDCProblem: CustomStringConvertible {
    var description: String {
        switch self {
        case .away(let asked, let why): "the provider's \(asked) cannot be had: \(why)"
        case .badDiscovery(let what): "the provider's discovery document is not to be used: \(what)"
        case .badCallback(let what): "the provider sent the browser back wrongly: \(what)"
        case .noAttempt: "the browser has no cookie of an attempt begun here"
        case .attemptTooOld: "the attempt was begun more than \(SignInAttempt.lifetime / 60) minutes ago"
        case .wrongState: "the state is not the one of this browser's attempt"
        case .wrongIssuerParameter: "the answer names another issuer, or none where this provider always does"
        case .refusedByProvider(let error): "the provider refuses: \(error)"
        case .codeRefused(let status, let error): "the provider does not take the code: status \(status), \(error)"
        case .badTokenAnswer(let what): "the token endpoint's answer is not to be used: \(what)"
        case .malformedToken(let what): "the ID token cannot be read: \(what)"
        case .algorithm(let name): "the ID token is signed by the algorithm '\(name)', which is not allowed"
        case .criticalHeader: "the ID token's header demands an extension that is not known"
        case .unknownKey(let key): "the ID token is signed by a key that the provider does not publish: '\(key ?? "unnamed")'"
        case .badSignature: "the ID token's signature is wrong"
        case .issuer(let issuer): "the ID token is of another issuer: '\(issuer ?? "none")'"
        case .audience(let audience): "the ID token is for another audience: \(audience)"
        case .authorizedParty(let party): "the ID token was given to another party: '\(party ?? "none")'"
        case .expired: "the ID token has expired"
        case .notYetValid(let claim): "the ID token is not valid yet by its claim '\(claim)'"
        case .nonce: "the ID token's nonce is not the one of this browser's attempt"
        case .missingClaim(let claim): "the ID token has no usable claim '\(claim)'"
        case .userInfo(let what): "the userinfo endpoint's answer is not to be used: \(what)"
        case .userName(let name): "the user name '\(name)' cannot be one here"
        case .left(let user): "'\(user)' does not work here any more"
        case .leftAndErased: "somebody who left, and whose name is erased, does not work here any more"
        case .userNameNotFree(let user, let until):
            "'\(user)' was another person's user name, and readers may still hold their taps: it is free "
                + (until.map { "from \($0.rfc3339()) on" } ?? "once no office takes taps of any age")
        case .noAccount(let user, let subject):
            "'\(user)' has no account here, and 'oidc-new-people' is no; where somebody here is the provider's '\(subject)', run "
                + "'desktap person identity USER \(subject)'"
        case .unverifiedUserName(let user):
            "the provider did not verify the e-mail address '\(user)', so that it is no user name"
        case .notInRequiredGroup(let group, let subject):
            "the provider does not say that '\(subject)' is in the group '\(group)' ('oidc-required-group')"
        case .notSignedInAgain: "the person did not sign in at the provider again, as was asked for"
        case .nonceInLogoutToken: "the logout token has a nonce, as ID tokens have"
        case .usedLogoutToken: "the logout token was taken before"
        case .userNameTaken(let user, let subject):
            "'\(user)' is the user name of somebody here who is not linked to the provider's '\(subject)'; "
                + "where they are the same, run 'desktap person identity \(user) \(subject)'"
        }
    }

    /// A text from elsewhere, short and in one line.
    static func shown(_ text: String, limit: Int = 120) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(limit).map { $0.value > 0x1F && $0.value < 0x7F ? $0 : "?" }))
    }
}

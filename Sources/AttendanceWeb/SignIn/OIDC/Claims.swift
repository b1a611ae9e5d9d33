import Attendance
import JWTKit

/// What a provider says of somebody: the claims of an ID token or of the userinfo endpoint.
struct Claims: Sendable, Equatable {
    enum Value: Sendable, Equatable {
        case text(String)
        case number(Double)
        case flag(Bool)
        case list([Value])
        case object([String: Value])
        /// Nothing.
        case other
    }

    var values: [String: Value]

    subscript(name: String) -> Value? { values[name] }

    func text(_ name: String) -> String? {
        guard case .text(let text) = values[name], !text.isEmpty else { return nil }
        return text
    }

    /// A list of texts; some providers send a single one without a list around it.
    func texts(_ name: String) -> [String]? {
        switch values[name] {
        case .text(let text): [text]
        case .list(let list): list.compactMap { if case .text(let text) = $0 { text } else { nil } }
        default: nil
        }
    }

    /// The names of an object's members; nil for what is no object.
    func members(_ name: String) -> Set<String>? {
        guard case .object(let object) = values[name] else { return nil }
        return Set(object.keys)
    }

    /// An instant in milliseconds since 1970, which tokens give in seconds.
    private func milliseconds(_ name: String) -> Double? {
        guard case .number(let seconds) = values[name], seconds.isFinite else { return nil }
        return seconds * 1000
    }

    /// How far the provider's clock and ours may be apart, in milliseconds.
    static let clockSkew = 60_000.0

    /// Holds an ID token, whose signature is good already, to what it must say here (OpenID Connect Core 1.0, 3.1.3.7).
    func check(issuer: String, client: String, nonce: String, now: Instant) throws(OIDCProblem) {
        let audience = try checkParties(issuer: issuer, client: client)
        guard values["azp"] == nil ? audience.count == 1 : text("azp") == client else {
            throw .authorizedParty(text("azp").map { OIDCProblem.shown($0) })
        }
        let now = Double(now.millisecondsSince1970)
        guard let expiry = milliseconds("exp") else { throw .missingClaim("exp") }
        guard now < expiry + Self.clockSkew else { throw .expired }
        _ = try issued(before: now)
        if values["nbf"] != nil {
            guard let begin = milliseconds("nbf") else { throw .missingClaim("nbf") }
            guard begin <= now + Self.clockSkew else { throw .notYetValid(claim: "nbf") }
        }
        guard let said = text("nonce"), said.isSame(as: nonce) else { throw .nonce }
        guard let subject = text("sub"), subject.count <= 255, !subject.unicodeScalars.contains("\0") else {
            throw .missingClaim("sub")
        }
    }

    /// When the person last proved to the provider who they are; nil where it does not say. Some providers say 0.
    var authenticatedAt: Instant? {
        milliseconds("auth_time").flatMap { $0 > 0 ? Instant(millisecondsSince1970: Int64($0)) : nil }
    }

    /// Holds an ID token to a question that asked for a fresh sign-in. The question passes through the browser, where somebody could
    /// take that out of it.
    /// - Parameter begun: when the question was asked, in seconds since 1970.
    func checkAuthentication(since begun: Int64) throws(OIDCProblem) {
        guard let authenticatedAt else { return }
        guard Double(authenticatedAt.millisecondsSince1970) >= Double(begun) * 1000 - Self.clockSkew else {
            throw .notSignedInAgain
        }
    }

    /// - Returns: all audiences.
    private func checkParties(issuer: String, client: String) throws(OIDCProblem) -> [String] {
        guard text("iss") == issuer else { throw .issuer(text("iss").map { OIDCProblem.shown($0) }) }
        let audience = texts("aud") ?? []
        guard audience.contains(client) else { throw .audience(audience.prefix(5).map { OIDCProblem.shown($0) }) }
        return audience
    }

    /// When the token was made, in milliseconds since 1970.
    private func issued(before now: Double) throws(OIDCProblem) -> Double {
        guard let issued = milliseconds("iat") else { throw .missingClaim("iat") }
        guard issued <= now + Self.clockSkew else { throw .notYetValid(claim: "iat") }
        return issued
    }
}

/// What a provider says is over.
struct Logout: Sendable, Equatable {
    /// Whose session; nil where `session` says it.
    let subject: String?
    /// The provider's own name for its session; nil: all sessions of the subject.
    let session: String?
    /// The token's own name, which is good once.
    let token: String

    /// Seconds for which a logout token is taken, whatever its `exp` says. Names of used ones are remembered for as long.
    static let lifetime: Int64 = 600
    /// The one member of `events` that makes a token a logout token.
    static let event = "http://schemas.openid.net/event/backchannel-logout"
}

extension Claims {
    /// Holds a logout token, whose signature is good already, to what it must say (OpenID Connect Back-Channel Logout 1.0, 2.4 and
    /// 2.6). Whether it was taken before is not looked at. Drafts of the specification before 2022 know no `exp`.
    func logout(issuer: String, client: String, now: Instant) throws(OIDCProblem) -> Logout {
        _ = try checkParties(issuer: issuer, client: client)
        let now = Double(now.millisecondsSince1970)
        guard try issued(before: now) > now - Double(Logout.lifetime) * 1000 else { throw .expired }
        if values["exp"] != nil {
            guard let expiry = milliseconds("exp") else { throw .missingClaim("exp") }
            guard now < expiry + Self.clockSkew else { throw .expired }
        }
        guard members("events")?.contains(Logout.event) == true else { throw .missingClaim("events") }
        // An ID token has one. It must not be taken for a logout token, nor the other way round.
        guard values["nonce"] == nil else { throw .nonceInLogoutToken }
        guard let token = try name("jti") else { throw .missingClaim("jti") }
        let (subject, session) = (try name("sub"), try name("sid"))
        guard subject != nil || session != nil else { throw .missingClaim("sub") }
        return Logout(subject: subject, session: session, token: token)
    }

    /// A name of at most 255 characters; nil where there is none.
    private func name(_ claim: String) throws(OIDCProblem) -> String? {
        guard values[claim] != nil else { return nil }
        guard let text = text(claim), text.unicodeScalars.count <= 255, !text.unicodeScalars.contains("\0") else {
            throw .missingClaim(claim)
        }
        return text
    }

    /// The provider's name for the session that an ID token began; nil where it has none that can be kept.
    var providerSession: String? { (try? name("sid")) ?? nil }
}

extension Claims: JWTPayload {
    /// Nothing here: what it must say depends on the attempt, see ``check(issuer:client:nonce:now:)``.
    func verify(using algorithm: some JWTAlgorithm) {}

    init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([String: Value].self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}

extension Claims.Value: Codable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let list = try? value.decode([Claims.Value].self) {
            self = .list(list)
        } else if let object = try? value.decode([String: Claims.Value].self) {
            self = .object(object)
        } else {
            self = .other
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        case .other: try container.encodeNil()
        }
    }
}

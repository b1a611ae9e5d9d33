import Attendance
import JWTKit

/// What a provider says of somebody: the claims of an ID token or of the userinfo endpoint.
struct Claims: Sendable, Equatable {
    enum Value: Sendable, Equatable {
        case text(String)
        case number(Double)
        case flag(Bool)
        case list([Value])
        /// An object, or nothing.
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

    /// An instant in milliseconds since 1970, which tokens give in seconds.
    private func milliseconds(_ name: String) -> Double? {
        guard case .number(let seconds) = values[name], seconds.isFinite else { return nil }
        return seconds * 1000
    }

    /// How far the provider's clock and ours may be apart, in milliseconds.
    static let clockSkew = 60_000.0

    /// Holds an ID token, whose signature is good already, to what it must say here (OpenID Connect Core 1.0, 3.1.3.7).
    func check(issuer: String, client: String, nonce: String, now: Instant) throws(OIDCProblem) {
        guard text("iss") == issuer else { throw .issuer(text("iss").map { OIDCProblem.shown($0) }) }
        let audience = texts("aud") ?? []
        guard audience.contains(client) else { throw .audience(audience.prefix(5).map { OIDCProblem.shown($0) }) }
        guard values["azp"] == nil ? audience.count == 1 : text("azp") == client else {
            throw .authorizedParty(text("azp").map { OIDCProblem.shown($0) })
        }
        let now = Double(now.millisecondsSince1970)
        guard let expiry = milliseconds("exp") else { throw .missingClaim("exp") }
        guard now < expiry + Self.clockSkew else { throw .expired }
        guard let issued = milliseconds("iat") else { throw .missingClaim("iat") }
        guard issued <= now + Self.clockSkew else { throw .notYetValid(claim: "iat") }
        if values["nbf"] != nil {
            guard let begin = milliseconds("nbf") else { throw .missingClaim("nbf") }
            guard begin <= now + Self.clockSkew else { throw .notYetValid(claim: "nbf") }
        }
        guard let said = text("nonce"), said.isSame(as: nonce) else { throw .nonce }
        guard let subject = text("sub"), subject.count <= 255, !subject.unicodeScalars.contains("\0") else {
            throw .missingClaim("sub")
        }
    }
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
        case .other: try container.encodeNil()
        }
    }
}

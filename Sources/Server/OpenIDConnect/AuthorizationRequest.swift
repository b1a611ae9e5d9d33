import Crypto
import FoundationEssentials

/// One authorization request (OpenID Connect Core 1.0, 3.1.2.1). Only the browser stores it, in a sealed cookie: starting one
/// writes nothing on the server, and any server process can complete it.
package struct AuthorizationRequest: Codable, Sendable, Equatable {
    /// The time from the request to the provider's response.
    package static let lifetime = Duration.seconds(600)

    /// Returned in the authorization response, which otherwise belongs to another browser.
    let state: String
    /// Returned in the ID token.
    let nonce: String
    /// Proves to the token endpoint that the client that redeems the code made this request (RFC 7636, 4.1).
    let codeVerifier: String
    /// A value of the caller: where to continue after the sign-in.
    let returnAddress: String
    /// Whether the person must authenticate again, even if the provider has a session.
    let requiresLogin: Bool
    /// Seconds since 1970.
    let createdAt: Int64

    init(returnAddress: String, requiresLogin: Bool, now: Date) {
        state = Self.randomText()
        nonce = Self.randomText()
        codeVerifier = Self.randomText()
        self.returnAddress = returnAddress
        self.requiresLogin = requiresLogin
        createdAt = Self.seconds(now)
    }

    /// Distinguishes the requests of one browser. The beginning of a state, for the name of a cookie.
    static func id(state: String) -> String { String(state.prefix(16)) }

    /// The parameters that the browser takes to the authorization endpoint.
    func parameters(_ configuration: ClientConfiguration) -> FormParameters {
        var parameters: FormParameters = [
            "response_type": "code", "client_id": configuration.clientID, "redirect_uri": configuration.redirectURI,
            "scope": configuration.scopes, "state": state, "nonce": nonce, "code_challenge": codeChallenge,
            "code_challenge_method": "S256",
        ]
        if requiresLogin {
            parameters.append("prompt", "login")
            // Obliges the provider to send `auth_time` (OpenID Connect Core 1.0, 2).
            parameters.append("max_age", "0")
        }
        return parameters
    }

    /// SHA-256 of the verifier (RFC 7636, 4.2, S256).
    var codeChallenge: String {
        Data(SHA256.hash(data: Data(codeVerifier.utf8)))
            .base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
    }

    /// - Throws: ``OpenIDConnectError/requestExpired``, also if the request is from the future.
    func checkAge(now: Date) throws(OpenIDConnectError) {
        guard (.zero...Self.lifetime).contains(.seconds(Self.seconds(now) - createdAt)) else { throw .requestExpired }
    }

    private static func seconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970.rounded(.down)) }

    /// 32 random bytes in base64url: 43 characters, the minimum for a code verifier (RFC 7636, 4.1).
    private static func randomText() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
            .base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
    }
}

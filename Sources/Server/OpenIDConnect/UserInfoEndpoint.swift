import AsyncHTTPClient
import FoundationEssentials
import NIOCore

/// Requests claims that the ID token lacks (OpenID Connect Core 1.0, 5.3).
struct UserInfoEndpoint {
    let address: String
    let client: ProviderHTTPClient
    let validator: TokenValidator
    /// The claims of a token that the provider signed.
    let verify: (String) async throws -> Claims

    /// - Parameter subject: the `sub` of the ID token.
    /// - Throws: ``OpenIDConnectError``.
    func claims(of subject: String, accessToken: String) async throws -> Claims {
        var request = HTTPClientRequest(url: address)
        request.headers.add(name: "Authorization", value: "Bearer " + accessToken)
        let response = try await client.send(request, to: .userInfo)
        guard response.status == 200 else { throw OpenIDConnectError.userInfoStatus(response.status) }
        let claims = try await claims(response)
        // The response could be about another person (5.3.2).
        guard claims.string("sub") == subject else { throw OpenIDConnectError.wrongUserInfoSubject }
        return claims
    }

    /// Providers send a signed token to a client that is registered for it (5.3.2).
    private func claims(_ response: ProviderHTTPClient.Response) async throws -> Claims {
        guard response.mediaType == "application/jwt" else {
            guard let claims = Claims(json: response.body.readableBytesView) else {
                throw OpenIDConnectError.malformedUserInfo
            }
            return claims
        }
        let token = String(decoding: response.body.readableBytesView, as: UTF8.self)
        let claims = try await verify(token.filter { !$0.isWhitespace })
        try validator.validateUserInfo(claims)
        return claims
    }
}

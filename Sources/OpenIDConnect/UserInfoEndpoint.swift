import AsyncHTTPClient
import NIOCore

/// Requests claims that the ID token lacks (OpenID Connect Core 1.0, 5.3).
struct UserInfoEndpoint {
    let address: String
    let client: ProviderHTTPClient

    /// - Parameter subject: the `sub` of the ID token.
    /// - Throws: ``OpenIDConnectError``.
    func claims(of subject: String, accessToken: String) async throws -> Claims {
        var request = HTTPClientRequest(url: address)
        request.headers.add(name: "Authorization", value: "Bearer " + accessToken)
        let response = try await client.send(request, to: .userInfo)
        guard response.status == 200 else { throw OpenIDConnectError.userInfoStatus(response.status) }
        guard let claims = Claims(json: response.body.readableBytesView) else { throw OpenIDConnectError.malformedUserInfo }
        // The response could be about another person (5.3.2).
        guard claims.string("sub") == subject else { throw OpenIDConnectError.wrongUserInfoSubject }
        return claims
    }
}

import AsyncHTTPClient
import FoundationEssentials
import NIOCore

/// Exchanges an authorization code for tokens (OpenID Connect Core 1.0, 3.1.3).
struct TokenEndpoint {
    let metadata: ProviderMetadata
    let configuration: ClientConfiguration
    let client: ProviderHTTPClient

    /// A successful token response.
    struct Tokens: Decodable {
        let idToken: String
        let accessToken: String?

        private enum CodingKeys: String, CodingKey {
            case idToken = "id_token"
            case accessToken = "access_token"
        }
    }

    private struct ErrorResponse: Decodable { let error: String? }

    /// - Throws: ``OpenIDConnectError``.
    func tokens(code: String, codeVerifier: String) async throws -> Tokens {
        let response = try await client.send(try request(code, codeVerifier), to: .token)
        let body = Data(response.body.readableBytesView)
        guard response.status == 200 else {
            if response.status >= 500 { throw OpenIDConnectError.errorStatus(.token, response.status) }
            let error = (try? JSONDecoder().decode(ErrorResponse.self, from: body))?.error
            throw OpenIDConnectError.codeRejected(status: response.status, error: error)
        }
        do {
            return try JSONDecoder().decode(Tokens.self, from: body)
        } catch {
            throw OpenIDConnectError.malformedTokenResponse
        }
    }

    private func request(_ code: String, _ codeVerifier: String) throws(OpenIDConnectError) -> HTTPClientRequest {
        var parameters: FormParameters = [
            "grant_type": "authorization_code", "code": code, "redirect_uri": configuration.redirectURI,
            "code_verifier": codeVerifier,
        ]
        var request = HTTPClientRequest(url: metadata.tokenEndpoint)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        let secret = configuration.clientSecret
        if let secret, metadata.tokenEndpointAuthenticationMethods.contains("client_secret_basic") {
            // Both parts are form-encoded first (RFC 6749, 2.3.1).
            let credentials = [configuration.clientID, secret].map(FormParameters.percentEncoded).joined(separator: ":")
            request.headers.add(name: "Authorization", value: "Basic " + Data(credentials.utf8).base64EncodedString())
        } else {
            parameters.append("client_id", configuration.clientID)
            if let secret {
                guard metadata.tokenEndpointAuthenticationMethods.contains("client_secret_post") else {
                    throw .unsupportedClientAuthentication
                }
                parameters.append("client_secret", secret)
            }
        }
        request.body = .bytes(ByteBuffer(string: parameters.encoded))
        return request
    }
}

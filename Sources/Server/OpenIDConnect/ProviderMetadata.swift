import FoundationEssentials
import NIOCore

/// The members of a discovery document that are used here (OpenID Connect Discovery 1.0, 3).
struct ProviderMetadata: Decodable, Sendable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let keySetAddress: String
    let userInfoEndpoint: String?
    let endSessionEndpoint: String?
    let tokenEndpointAuthenticationMethods: [String]
    /// Whether every authorization response has an `iss` parameter (RFC 9207, 3).
    let sendsIssuerParameter: Bool

    private enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case keySetAddress = "jwks_uri"
        case userInfoEndpoint = "userinfo_endpoint"
        case endSessionEndpoint = "end_session_endpoint"
        case tokenEndpointAuthenticationMethods = "token_endpoint_auth_methods_supported"
        case sendsIssuerParameter = "authorization_response_iss_parameter_supported"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        issuer = try values.decode(String.self, forKey: .issuer)
        authorizationEndpoint = try values.decode(String.self, forKey: .authorizationEndpoint)
        tokenEndpoint = try values.decode(String.self, forKey: .tokenEndpoint)
        keySetAddress = try values.decode(String.self, forKey: .keySetAddress)
        userInfoEndpoint = try values.decodeIfPresent(String.self, forKey: .userInfoEndpoint)
        endSessionEndpoint = try values.decodeIfPresent(String.self, forKey: .endSessionEndpoint)
        tokenEndpointAuthenticationMethods =
            try values.decodeIfPresent([String].self, forKey: .tokenEndpointAuthenticationMethods) ?? ["client_secret_basic"]
        sendsIssuerParameter = try values.decodeIfPresent(Bool.self, forKey: .sendsIssuerParameter) ?? false
    }

    /// Loads and validates the discovery document.
    /// - Parameter issuer: the configured issuer; the document must contain exactly this text (Discovery, 4.3).
    /// - Throws: ``OpenIDConnectError``.
    static func load(issuer: String, _ client: ProviderHTTPClient) async throws -> ProviderMetadata {
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        let document = try await client.get(base + "/.well-known/openid-configuration", from: .discoveryDocument)
        let metadata: ProviderMetadata
        do {
            metadata = try JSONDecoder().decode(ProviderMetadata.self, from: Data(document.readableBytesView))
        } catch {
            throw OpenIDConnectError.malformedMetadata
        }
        guard metadata.issuer == issuer else { throw OpenIDConnectError.wrongMetadataIssuer(metadata.issuer) }
        let addresses = [
            metadata.authorizationEndpoint, metadata.tokenEndpoint, metadata.keySetAddress, metadata.userInfoEndpoint,
            metadata.endSessionEndpoint,
        ]
        for address in addresses.compactMap(\.self) where !ProviderAddress.isEndpoint(address) {
            throw OpenIDConnectError.unsafeEndpoint(address)
        }
        return metadata
    }
}

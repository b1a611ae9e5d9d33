import FoundationEssentials
import NIOCore

/// What a provider says of itself (OpenID Connect Discovery 1.0, 3), as far as it matters here.
struct ProviderMetadata: Decodable, Sendable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let keysAddress: String
    let userInfoEndpoint: String?
    let endSessionEndpoint: String?
    let tokenEndpointMethods: [String]
    /// Whether it says with each answer who it is (RFC 9207, 3).
    let namesItself: Bool

    private enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case keysAddress = "jwks_uri"
        case userInfoEndpoint = "userinfo_endpoint"
        case endSessionEndpoint = "end_session_endpoint"
        case tokenEndpointMethods = "token_endpoint_auth_methods_supported"
        case namesItself = "authorization_response_iss_parameter_supported"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        issuer = try values.decode(String.self, forKey: .issuer)
        authorizationEndpoint = try values.decode(String.self, forKey: .authorizationEndpoint)
        tokenEndpoint = try values.decode(String.self, forKey: .tokenEndpoint)
        keysAddress = try values.decode(String.self, forKey: .keysAddress)
        userInfoEndpoint = try values.decodeIfPresent(String.self, forKey: .userInfoEndpoint)
        endSessionEndpoint = try values.decodeIfPresent(String.self, forKey: .endSessionEndpoint)
        tokenEndpointMethods =
            try values.decodeIfPresent([String].self, forKey: .tokenEndpointMethods) ?? ["client_secret_basic"]
        namesItself = try values.decodeIfPresent(Bool.self, forKey: .namesItself) ?? false
    }

    /// - Parameter issuer: as it is set here. Another one in the document is another provider's (Discovery, 4.3).
    static func load(of issuer: String, _ connection: ProviderConnection) async throws -> ProviderMetadata {
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        let document = try await connection.get(base + "/.well-known/openid-configuration", for: "discovery document")
        let metadata: ProviderMetadata
        do {
            metadata = try JSONDecoder().decode(ProviderMetadata.self, from: Data(document.readableBytesView))
        } catch {
            throw OIDCProblem.badDiscovery("it is not JSON, or has no endpoints")
        }
        guard metadata.issuer == issuer else {
            throw OIDCProblem.badDiscovery("it is that of '\(OIDCProblem.shown(metadata.issuer))'")
        }
        let addresses = [
            metadata.authorizationEndpoint, metadata.tokenEndpoint, metadata.keysAddress, metadata.userInfoEndpoint,
            metadata.endSessionEndpoint,
        ]
        for address in addresses.compactMap(\.self) where !isSafe(address) {
            throw OIDCProblem.badDiscovery("'\(OIDCProblem.shown(address))' is not an https address")
        }
        return metadata
    }

    /// Whether this is an address that ``Foundation/URL/isEncryptedOrLocal`` holds for.
    static func isSafe(_ address: String) -> Bool {
        // URL would encode by itself what no address may hold (RFC 3986, 2).
        let isAddress = address.unicodeScalars.allSatisfy { scalar in
            scalar.value > 0x20 && scalar.value < 0x7F && !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
        }
        guard isAddress, let url = URL(string: address), url.user() == nil else { return false }
        return url.isEncryptedOrLocal
    }
}

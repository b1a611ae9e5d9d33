/// A resource of the provider that the client requests. The raw value is its name in the log.
package enum ProviderEndpoint: String, Sendable {
    case discoveryDocument = "discovery document"
    case keySet = "key set"
    case token = "token endpoint"
    case userInfo = "userinfo endpoint"
}

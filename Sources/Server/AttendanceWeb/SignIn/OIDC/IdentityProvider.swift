import OpenIDConnect

/// The identity provider of this server: its settings, and the OpenID client that they configure.
package struct IdentityProvider: Sendable {
    let settings: OIDCSettings
    let client: OpenIDClient

    /// - Parameters:
    ///   - publicURL: the server's address for browsers, without a slash at the end.
    ///   - key: 32 random bytes that all server processes share.
    ///   - timeout: for each response of the provider.
    package init(_ settings: OIDCSettings, publicURL: String, key: [UInt8], timeout: Duration = .seconds(10)) {
        self.settings = settings
        client = OpenIDClient(settings.clientConfiguration(publicURL: publicURL), sealingKey: key, timeout: timeout)
    }
}

extension OIDCSettings {
    fileprivate func clientConfiguration(publicURL: String) -> ClientConfiguration {
        let usesGroups = !roles.isEmpty || !teams.isEmpty || requiredGroup != nil
        return ClientConfiguration(
            issuer: issuer, clientID: clientID, clientSecret: clientSecret, scopes: scopes,
            redirectURI: publicURL + Address.oidcCallback, postLogoutRedirectURI: publicURL + Address.signIn,
            neededClaims: [userClaim, "name"] + (requiredGroup == nil ? [] : [groupsClaim]),
            optionalClaims: usesGroups ? [groupsClaim] : [])
    }
}

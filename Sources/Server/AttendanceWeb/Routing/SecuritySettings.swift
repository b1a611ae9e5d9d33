package import WebServer

/// The administrator's security settings.
package struct SecuritySettings: Sendable {
    package var trustedProxies = TrustedProxies()
    package var connections = ConnectionLimits()
    package var appLinks = AppLinks()
    /// nil if a proxy terminates TLS.
    package var certificate: TLSCertificate?
    let rateLimiter = RateLimiter()

    package init() {}
}

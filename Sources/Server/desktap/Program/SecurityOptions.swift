import ArgumentParser
import Attendance
import AttendanceWeb
import Foundation
import Logging
import WebServer

/// The options for TLS, proxies and connection limits.
struct SecurityOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's certificate, then the intermediate certificates, PEM (DESKTAP_TLS_CERTIFICATE_FILE).",
            valueName: "file"))
    var tlsCertificateFile: String?

    @Option(help: ArgumentHelp("The certificate's key, PEM (DESKTAP_TLS_KEY_FILE).", valueName: "file"))
    var tlsKeyFile: String?

    @Option(
        help: ArgumentHelp(
            "The authorities of reader certificates, PEM; see 'desktap help reader bind' (DESKTAP_TLS_CLIENT_CA).",
            valueName: "file"))
    var tlsClientCa: String?

    @Option(
        help: ArgumentHelp(
            "Networks of trusted proxies, such as 10.0.0.0/8,::1 (DESKTAP_TRUSTED_PROXIES).",
            valueName: "ranges"))
    var trustedProxies: String?

    @Option(
        help: ArgumentHelp(
            "The header that they set, x-forwarded-for or forwarded (DESKTAP_TRUSTED_PROXY_HEADER, x-forwarded-for).",
            valueName: "header"))
    var trustedProxyHeader: String?

    @Option(
        help: ArgumentHelp(
            "Maximum open connections, half of them from one address (DESKTAP_MAX_CONNECTIONS, 20000).", valueName: "number"))
    var maxConnections: Int?

    @Option(
        help: ArgumentHelp(
            "iPhone apps that open tags, such as ABCDE12345.com.example.desk (DESKTAP_APP_APPLE_IDS).", valueName: "ids"))
    var appAppleIds: String?

    @Option(
        help: ArgumentHelp(
            "Android apps that open tags, such as com.example.desk=14:6D:… (DESKTAP_APP_ANDROID).",
            valueName: "package=sha256"))
    var appAndroid: String?

    @Flag(help: "Allow browsers to use http, which others can read and change in transit (DESKTAP_INSECURE=yes).")
    var insecure = false

    static let names: Set = [
        "insecure", "tls-certificate-file", "tls-key-file", "tls-client-ca", "trusted-proxies", "trusted-proxy-header",
        "max-connections",
        "app-apple-ids", "app-android",
    ]

    var values: [String: String?] {
        [
            "tls-certificate-file": tlsCertificateFile, "tls-key-file": tlsKeyFile, "tls-client-ca": tlsClientCa,
            "trusted-proxies": trustedProxies, "trusted-proxy-header": trustedProxyHeader,
            "max-connections": maxConnections.map(String.init),
            "app-apple-ids": appAppleIds, "app-android": appAndroid, "insecure": insecure ? "yes" : nil,
        ]
    }
}

extension Settings {
    func security(_ logger: Logger) throws -> SecuritySettings {
        var security = SecuritySettings()
        security.trustedProxies = try trustedProxies
        security.connections.connections = try number("max-connections", default: 20_000, in: 1...1_000_000)
        do {
            security.appLinks = try AppLinks(apple: text("app-apple-ids") ?? "", android: text("app-android") ?? "")
        } catch {
            throw CommandError("The settings 'app-apple-ids' and 'app-android': \(error)")
        }
        security.certificate = try certificate(logger)
        return security
    }

    /// Checks the settings of a server, before it needs the database.
    func check(_ logger: Logger) throws {
        _ = (try connections, try language, try logLevel, try security(logger), try oidc)
        _ = (try mailServer, try pushServices)
        if let metricsPort = try metricsPort, metricsPort != 0, metricsPort == (try port) {
            throw CommandError(
                "The settings 'port' and 'metrics-port' are both \(metricsPort). Choose another port for one of them.")
        }
        try checkTransport(try publicURL, host: host, logger)
    }

    /// Checks that the settings send no cookies and keys over a network in clear text.
    /// - Throws: ``CommandError`` if `publicURL` is http to another machine and `insecure` is not set.
    func checkTransport(_ publicURL: String, host: String, _ logger: Logger) throws {
        if try isSet("insecure") { return }
        guard let address = URL(string: publicURL), address.isEncryptedOrLocal else {
            throw CommandError(
                "Browsers would reach the server at \(publicURL) without TLS: sessions and keys could be read in transit. "
                    + "Set 'public-url' to an https address, and a certificate or a proxy (see --help), or allow http with "
                    + "--insecure.")
        }
        if !isTLSSet, text("trusted-proxies") == nil, URL(string: "http://\(host)")?.isEncryptedOrLocal != true {
            logger.warning(
                "other machines can connect without TLS: set a certificate, or the server's proxy with --trusted-proxies",
                metadata: ["host": "\(host)"])
        }
    }

    /// Whether the server speaks TLS itself.
    var isTLSSet: Bool { text("tls-certificate-file") != nil }

    var trustedProxies: TrustedProxies {
        get throws {
            let name = text("trusted-proxy-header") ?? TrustedProxies.Header.xForwardedFor.rawValue
            guard let header = TrustedProxies.Header(rawValue: name.lowercased()) else {
                throw CommandError(
                    "The setting 'trusted-proxy-header' is neither x-forwarded-for nor forwarded: '\(name)'.")
            }
            do {
                return TrustedProxies(try NetworkRange.list(text("trusted-proxies") ?? ""), header: header)
            } catch {
                throw CommandError("The setting 'trusted-proxies' is wrong: \(error)")
            }
        }
    }

    private func certificate(_ logger: Logger) throws -> TLSCertificate? {
        switch (text("tls-certificate-file"), text("tls-key-file")) {
        case (nil, nil):
            guard text("tls-client-ca") == nil else {
                throw CommandError(
                    "The setting 'tls-client-ca' needs a server that speaks TLS itself. Set 'tls-certificate-file', too."
                )
            }
            return nil
        case (let certificate?, let key?):
            do {
                return try TLSCertificate(
                    certificateFile: certificate, keyFile: key, clientAuthorityFile: text("tls-client-ca"), logger: logger)
            } catch {
                throw CommandError("\(error)")
            }
        default:
            throw CommandError("The settings 'tls-certificate-file' and 'tls-key-file' need each other. Set both.")
        }
    }
}

import ArgumentParser
import AttendanceWeb
import Foundation
import Logging
import WebServer

/// The options for TLS, proxies and connection limits.
struct SecurityOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's certificate and those between it and its root, PEM (DESKTAP_TLS_CERTIFICATE_FILE).",
            valueName: "file"))
    var tlsCertificateFile: String?

    @Option(help: ArgumentHelp("The certificate's key, PEM (DESKTAP_TLS_KEY_FILE).", valueName: "file"))
    var tlsKeyFile: String?

    @Option(
        help: ArgumentHelp(
            "Authorities of readers' own certificates, PEM; see 'desktap help reader bind' (DESKTAP_TLS_CLIENT_CA).",
            valueName: "file"))
    var tlsClientCa: String?

    @Option(
        help: ArgumentHelp(
            "Proxies whose word on a request's origin is taken, such as 10.0.0.0/8,::1 (DESKTAP_TRUSTED_PROXIES).",
            valueName: "ranges"))
    var trustedProxies: String?

    @Option(
        help: ArgumentHelp(
            "Which header they write, x-forwarded-for or forwarded (DESKTAP_TRUSTED_PROXY_HEADER, x-forwarded-for).",
            valueName: "header"))
    var trustedProxyHeader: String?

    @Option(
        help: ArgumentHelp(
            "Connections open at once, half of them from one address (DESKTAP_MAX_CONNECTIONS, 20000).", valueName: "number"))
    var maxConnections: Int?

    @Option(
        help: ArgumentHelp(
            "Apps that open tags on iPhones, such as ABCDE12345.com.example.desk (DESKTAP_APP_APPLE_IDS).", valueName: "ids"))
    var appAppleIds: String?

    @Option(
        help: ArgumentHelp(
            "Apps that open tags on Android, such as com.example.desk=14:6D:… (DESKTAP_APP_ANDROID).",
            valueName: "package=sha256"))
    var appAndroid: String?

    @Flag(help: "Serve browsers by http although others can read and change it on its way (DESKTAP_INSECURE=yes).")
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
            throw CommandProblem("The settings 'app-apple-ids' and 'app-android': \(error)")
        }
        security.certificate = try certificate(logger)
        return security
    }

    /// Proves that cookies and keys cross no network in clear text, as far as the settings tell.
    /// - Throws: ``CommandProblem`` where `publicURL` is plain http to another machine and `insecure` is not set.
    func checkTransport(_ publicURL: String, host: String, _ logger: Logger) throws {
        if try isSet("insecure") { return }
        guard let address = URL(string: publicURL), address.isEncryptedOrLocal else {
            throw CommandProblem(
                "Browsers would reach the server at \(publicURL) without TLS: sessions and keys could be read on their way. "
                    + "Please set 'public-url' to an https address, and a certificate or a proxy (see --help), or allow it by "
                    + "--insecure.")
        }
        if !isTLSSet, text("trusted-proxies") == nil, URL(string: "http://\(host)")?.isEncryptedOrLocal != true {
            logger.warning(
                "the server listens to other machines without TLS: set a certificate, or name the proxy before it with --trusted-proxies",
                metadata: ["host": "\(host)"])
        }
    }

    /// Whether the server speaks TLS itself.
    var isTLSSet: Bool { text("tls-certificate-file") != nil }

    private var trustedProxies: TrustedProxies {
        get throws {
            let name = text("trusted-proxy-header") ?? TrustedProxies.Header.xForwardedFor.rawValue
            guard let header = TrustedProxies.Header(rawValue: name.lowercased()) else {
                throw CommandProblem(
                    "The setting 'trusted-proxy-header' is neither x-forwarded-for nor forwarded: '\(name)'.")
            }
            do {
                return TrustedProxies(try NetworkRange.list(text("trusted-proxies") ?? ""), header: header)
            } catch {
                throw CommandProblem("The setting 'trusted-proxies' is wrong: \(error)")
            }
        }
    }

    private func certificate(_ logger: Logger) throws -> TLSCertificate? {
        switch (text("tls-certificate-file"), text("tls-key-file")) {
        case (nil, nil):
            guard text("tls-client-ca") == nil else {
                throw CommandProblem(
                    "The setting 'tls-client-ca' is for a server that speaks TLS itself. Please set 'tls-certificate-file', too."
                )
            }
            return nil
        case (let certificate?, let key?):
            do {
                return try TLSCertificate(
                    certificateFile: certificate, keyFile: key, clientAuthorityFile: text("tls-client-ca"), logger: logger)
            } catch {
                throw CommandProblem("\(error)")
            }
        default:
            throw CommandProblem("The settings 'tls-certificate-file' and 'tls-key-file' go together. Please set both.")
        }
    }
}

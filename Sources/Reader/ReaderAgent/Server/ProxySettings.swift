import AsyncHTTPClient
import Foundation

/// The proxy to a server from the usual environment variables: `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`. All
/// except `http_proxy` are also read in upper case.
struct ProxySettings {
    private let environment: [String: String]

    init(_ environment: [String: String]) { self.environment = environment }

    /// - Returns: nil if no proxy applies.
    /// - Throws: ``ConnectionSetupError`` for a proxy other than HTTP and SOCKS 5, and for an invalid port.
    func proxy(for server: URL) throws(ConnectionSetupError) -> HTTPClient.Configuration.Proxy? {
        let scheme = server.scheme?.lowercased() ?? ""
        // In a CGI program, HTTP_PROXY contains the client's Proxy header, so it is ignored.
        let names = scheme == "http" ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
        // Through a proxy, a loopback address would mean the proxy's own computer.
        guard let host = server.host(), !isExempt(host), !ServerAddress.isLoopback(host),
            let text = first(names + ["all_proxy", "ALL_PROXY"])
        else {
            return nil
        }
        let named = URL(string: text.contains("://") ? text : "http://" + text)
        guard let proxy = named, let kind = proxy.scheme?.lowercased(), ["http", "socks5", "socks5h"].contains(kind),
            let name = proxy.host(), !name.isEmpty
        else { throw ConnectionSetupError("The proxy in the environment does not have the form http://host:port.") }
        let port = proxy.port ?? 1080
        guard ServerAddress.isPort(port) else {
            throw ConnectionSetupError("The port of the proxy in the environment is not a number from 1 to 65535.")
        }
        guard kind == "http" else { return .socksServer(host: name, port: port) }
        let authorization = proxy.user(percentEncoded: false).map { user in
            HTTPClient.Authorization.basic(username: user, password: proxy.password(percentEncoded: false) ?? "")
        }
        return .server(host: name, port: port, authorization: authorization)
    }

    /// True if `no_proxy` contains the host or a parent domain.
    private func isExempt(_ host: String) -> Bool {
        let host = host.lowercased()
        return (first(["no_proxy", "NO_PROXY"]) ?? "").lowercased().split(whereSeparator: { $0 == "," || $0 == " " })
            .contains { entry in
                let domain = entry.drop { $0 == "." }
                return entry == "*" || host == domain || host.hasSuffix("." + domain)
            }
    }

    private func first(_ names: [String]) -> String? {
        names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
}

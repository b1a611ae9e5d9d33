import AsyncHTTPClient
import Foundation

/// The proxy on the way to a server, as the environment names it for most programs: `https_proxy`, `http_proxy`, `all_proxy` and
/// `no_proxy`, and all but `http_proxy` also in capitals.
struct ProxyChoice {
    private let environment: [String: String]

    init(_ environment: [String: String]) { self.environment = environment }

    /// - Returns: nil where there is none.
    /// - Throws: ``ConnectionProblem`` where what is named is a proxy of another kind than HTTP and SOCKS 5.
    func proxy(for server: URL) throws(ConnectionProblem) -> HTTPClient.Configuration.Proxy? {
        let scheme = server.scheme?.lowercased() ?? ""
        // Where this runs as a CGI program, HTTP_PROXY is what a client's Proxy header says.
        let names = scheme == "http" ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
        // Behind a proxy, the address of this computer would mean the proxy's own.
        guard let host = server.host(), !isExempt(host), !ServerAddress.isLoopback(host),
            let text = first(names + ["all_proxy", "ALL_PROXY"])
        else {
            return nil
        }
        let named = URL(string: text.contains("://") ? text : "http://" + text)
        guard let proxy = named, let kind = proxy.scheme?.lowercased(), ["http", "socks5", "socks5h"].contains(kind),
            let name = proxy.host(), !name.isEmpty
        else { throw ConnectionProblem("The environment names a proxy that is not of the kind http://host:port.") }
        let port = proxy.port ?? 1080
        guard ServerAddress.isPort(port) else {
            throw ConnectionProblem("The port of the proxy that the environment names is not a number from 1 to 65535.")
        }
        guard kind == "http" else { return .socksServer(host: name, port: port) }
        let authorization = proxy.user(percentEncoded: false).map { user in
            HTTPClient.Authorization.basic(username: user, password: proxy.password(percentEncoded: false) ?? "")
        }
        return .server(host: name, port: port, authorization: authorization)
    }

    /// Whether `no_proxy` names the host, or a domain that it is in.
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

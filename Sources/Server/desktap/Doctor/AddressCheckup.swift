import AsyncHTTPClient
import Attendance
import AttendanceWeb
import Foundation
import WebServer

/// Checks the address that browsers use, and what lies between it and the server.
struct AddressCheckup {
    /// How a request reached the server (`/health/client`).
    private struct Route: Decodable {
        enum Client: String, Decodable {
            /// The address that was asked about.
            case address
            /// One of 'trusted-proxies'.
            case proxy
            case other
        }

        /// Who the server takes the client for.
        let client: Client
        /// Whether the server reads a proxy's header with the client's address.
        let header: TrustedProxies.HeaderUse
    }

    /// An address for documentation (RFC 5737), which no client has.
    private static let invented = "192.0.2.1"
    private static let certificateRest = Duration.seconds(14 * 86_400)

    /// The address that browsers use.
    let url: String
    /// nil: the server does not speak TLS itself.
    let certificate: TLSCertificate?
    /// Whether 'trusted-proxies' is set.
    let trustsProxies: Bool

    func findings() async -> [Finding] {
        do {
            guard try await ask(url + Address.live) == Data("live\n".utf8) else {
                throw CommandError("another program answers")
            }
            return [certificateFinding, .ok(.address, "\(url) answers."), await proxy()]
        } catch {
            let address = Finding.failed(
                .address,
                "\(url) does not answer as this server (\(Self.reason(error))). Start the server; 'journalctl -u desktap' says why it "
                    + "does not run. Else check 'public-url', the name in the DNS, the certificate and the firewall.")
            return [certificateFinding, address, .skipped(.proxy, "The public address does not answer.")]
        }
    }

    private var certificateFinding: Finding {
        guard let end = certificate?.end else { return .skipped(.certificate, "The server does not speak TLS itself.") }
        let rest = end - Program.now()
        if rest <= .zero { return .failed(.certificate, "The certificate expired at \(end.rfc3339()). Renew it.") }
        return rest < Self.certificateRest
            ? .warning(.certificate, "The certificate expires at \(end.rfc3339()). Renew it.")
            : .ok(.certificate, "The certificate is valid until \(end.rfc3339()).")
    }

    private func proxy() async -> Finding {
        let (plain, invented): (Route, Route)
        do {
            (plain, invented) = (try await route(), try await route(claiming: Self.invented))
        } catch {
            return .failed(
                .proxy,
                "The server does not say how requests reach it (\(Self.reason(error))). Update it to this program's version.")
        }
        switch plain.header {
        case .none where !trustsProxies: return .skipped(.proxy, "There is no proxy.")
        case .none:
            return .failed(
                .proxy,
                "Requests come without the header of 'trusted-proxy-header': the server takes all people for one client. Let the "
                    + "proxy set it.")
        case .ignored where !trustsProxies:
            return .failed(
                .proxy,
                "A proxy forwards requests, but 'trusted-proxies' is not set: the server takes all people for one client. Set it to "
                    + "the proxy's address.")
        case .ignored:
            return .failed(
                .proxy,
                "The server ignores the proxy's header: 'trusted-proxies' does not contain the proxy, or it sets another header than "
                    + "'trusted-proxy-header'. Correct these settings.")
        case .used where plain.client == .proxy:
            return .skipped(
                .proxy,
                "The proxy sets its header. Here, on a trusted machine, it cannot be found out whether other clients can claim an "
                    + "address.")
        case .used where invented.client == .address:
            return .failed(
                .proxy,
                "A client can claim any address, because the proxy passes its header on. Let the proxy replace or extend it.")
        case .used: return .ok(.proxy, "The proxy tells the addresses of clients.")
        }
    }

    private func route(claiming address: String? = nil) async throws -> Route {
        let headers = address.map { ["X-Forwarded-For": $0, "Forwarded": "for=\($0)"] } ?? [:]
        let address = url + Address.routeOfClient + "?address=" + Self.invented
        return try JSONDecoder().decode(Route.self, from: try await ask(address, headers))
    }

    private func ask(_ url: String, _ headers: [String: String] = [:]) async throws -> Data {
        var request = HTTPClientRequest(url: url)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.timeout.read = .seconds(10)
        return try await HTTPClient.withHTTPClient(configuration: configuration) { [request] client in
            let response = try await client.execute(request, timeout: .seconds(10))
            guard response.status == .ok else { throw CommandError("its status is \(response.status.code)") }
            return Data(try await response.body.collect(upTo: 1 << 10).readableBytesView)
        }
    }

    private static func reason(_ error: any Error) -> String {
        let text = "\(error)"
        if text.contains("CERTIFICATE_VERIFY_FAILED") {
            return "this machine does not trust the certificate: install that of its authority here, too"
        }
        return text.contains("Connection refused") ? "nothing listens there" : text
    }
}

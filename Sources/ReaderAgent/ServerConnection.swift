import AsyncHTTPClient
package import Foundation
import NIOCore

/// The server's addresses, spoken to in JSON with a key.
package struct ServerConnection: Sendable {
    /// How much of an answer is read, in bytes: 200 taps are answered in less than a hundredth of it.
    private static let longestAnswer = 8 * 1024 * 1024

    private let server: URL
    private let key: String
    private let userAgent: String
    private let tls: TLSFiles
    private let client: HTTPClient
    /// The server's address for sentences.
    let shownAddress: String

    /// Lends one, and closes what it has open afterwards.
    /// - Parameters:
    ///   - server: the server's address, such as `https://desk.example.com`.
    ///   - key: a reader's key or a person's.
    ///   - timeout: for a connection, and then for each next part of an answer.
    ///   - environment: what names a proxy (``ProxyChoice``).
    /// - Throws: ``ConnectionProblem`` where the files or the proxy are no good, and what `body` throws.
    package static func with<Value>(
        server: URL, key: String, version: String, tls: TLSFiles = TLSFiles(), timeout: Duration = .seconds(15),
        environment: [String: String] = ProcessInfo.processInfo.environment,
        _ body: (ServerConnection) async throws -> Value
    ) async throws -> Value {
        if server.scheme?.lowercased() == "https" { try tls.check() }
        let limit = TimeAmount(timeout)
        var configuration = HTTPClient.Configuration()
        // The key and the taps are for the configured server alone.
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: limit, read: limit, write: limit)
        configuration.httpVersion = .http1Only
        configuration.proxy = try ProxyChoice(environment).proxy(for: server)
        // When to try again is the caller's affair.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Before the server closes an idle connection, so that no tap is sent into one that just closes.
        configuration.connectionPool.idleTimeout = .seconds(30)
        return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            try await body(
                ServerConnection(
                    server: server, key: key, userAgent: "desktap-reader/\(version)", tls: tls, client: client,
                    shownAddress: server.absoluteString))
        }
    }

    enum Reply: Sendable {
        case answer(status: Int, retryAfter: String?, body: Data)
        case unreachable(sentence: String)
    }

    /// Posts a value.
    /// - Parameter path: below the server's address, without a slash in front.
    func post(_ value: some Encodable, to path: String) async -> Reply {
        do {
            var request = HTTPClientRequest(url: server.appending(path: path).absoluteString)
            request.method = .POST
            request.headers = [
                "Authorization": "Bearer \(key)", "Content-Type": "application/json", "Accept": "application/json",
                // What this program says itself is English, too.
                "Accept-Language": "en", "User-Agent": userAgent,
            ]
            request.body = .bytes(try JSONEncoder().encode(value))
            // Read anew each time: a certificate that was renewed goes with the next tap, over a connection of its own.
            request.tlsConfiguration = try tls.configuration()
            let response = try await client.execute(request, deadline: .distantFuture)
            let body = try await response.body.collect(upTo: Self.longestAnswer)
            return .answer(
                status: Int(response.status.code), retryAfter: response.headers.first(name: "Retry-After"),
                body: Data(body.readableBytesView))
        } catch let problem as ConnectionProblem {
            return .unreachable(sentence: problem.description)
        } catch {
            return .unreachable(sentence: "\(shownAddress) cannot be reached: \(ConnectionFailure(error)).")
        }
    }

    /// Problem details (RFC 9457), as far as they are told.
    struct Problem: Decodable {
        var detail: String?
        /// A word for programs.
        var reason: String?

        init?(_ body: Data) {
            guard let problem = try? JSONDecoder().decode(Self.self, from: body) else { return nil }
            self = problem
        }
    }
}

import AsyncHTTPClient
import Attendance
package import Foundation
import NIOCore
import NIOSSL

/// A connection to the server: JSON requests, authenticated by a key.
package struct ServerConnection: Sendable {
    /// The maximum size of a response in bytes. The response for 200 taps has less than a hundredth of it.
    private static let longestAnswer = 8 * 1024 * 1024

    private let server: URL
    let key: AccessKey
    private let userAgent: String
    private let tls: TLSFiles
    private let client: HTTPClient
    private let clock: AgentClock
    private let timeout: Duration
    private let limit: Duration
    private let hasProxy: Bool
    /// The server's address for error messages.
    let shownAddress: String

    /// Runs `body` with a connection, and closes its sockets afterwards.
    /// - Parameters:
    ///   - server: the server's address, such as `https://desk.example.com`.
    ///   - key: the key of a reader or a person.
    ///   - timeout: the limit for connecting, and for each part of a response.
    ///   - limit: the limit for a whole exchange, from connecting to the end of the response.
    ///   - environment: the variables that specify a proxy (``ProxySettings``).
    /// - Throws: ``ConnectionSetupError`` if the TLS files or the proxy are invalid, and any error of `body`.
    package static func with<Value>(
        server: URL, key: AccessKey, version: String, tls: TLSFiles = TLSFiles(), timeout: Duration = .seconds(15),
        limit: Duration = .seconds(30), clock: AgentClock = AgentClock(),
        environment: [String: String] = ProcessInfo.processInfo.environment,
        _ body: (ServerConnection) async throws -> Value
    ) async throws -> Value {
        if server.scheme?.lowercased() == "https" { try tls.check() }
        let part = TimeAmount(timeout)
        var configuration = HTTPClient.Configuration()
        // Key and taps are sent to the configured server only.
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: part, read: part, write: part)
        configuration.httpVersion = .http1Only
        configuration.proxy = try ProxySettings(environment).proxy(for: server)
        let hasProxy = configuration.proxy != nil
        // The caller decides about retries.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Shorter than the server's idle timeout, so that no tap is sent over a connection that is closing.
        configuration.connectionPool.idleTimeout = .seconds(30)
        return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            try await body(
                ServerConnection(
                    server: server, key: key, userAgent: "desktap-reader/\(version)", tls: tls, client: client, clock: clock,
                    timeout: timeout, limit: limit, hasProxy: hasProxy, shownAddress: server.absoluteString))
        }
    }

    struct Answer: Sendable {
        var status: Int
        /// The media type without parameters, in lower case; empty if the response has none.
        var mediaType: String
        var retryAfter: String?
        /// This computer's clock minus the response's `Date`, which has whole seconds; nil without that field.
        var clockDifference: Duration?
        var body: Data

        /// Problem details (RFC 9457); nil if the response has none.
        var problem: Problem? {
            mediaType == "application/problem+json" ? try? JSONDecoder().decode(Problem.self, from: body) : nil
        }

        /// Status and media type, for error messages about responses of other programs.
        var kind: String { "HTTP \(status)\(mediaType.isEmpty ? "" : ", \(mediaType)")" }
    }

    enum Reply: Sendable {
        case answer(Answer)
        case unreachable(sentence: String)
    }

    /// Posts a value as JSON.
    /// - Parameters:
    ///   - path: relative to the server's address, without a leading slash.
    ///   - fields: further header fields.
    func post(_ value: some Encodable, to path: String, _ fields: KeyValuePairs<String, String> = [:]) async -> Reply {
        do {
            let body = try JSONEncoder().encode(value)
            // Key and files are read for each request, so the next tap uses renewed ones, over a new connection.
            let (key, configuration) = (try key.text(), try tls.configuration())
            return .answer(
                try await withTimeLimit(limit) { try await exchange(body, with: path, key: key, fields, configuration) })
        } catch let problem as ConnectionSetupError {
            return .unreachable(sentence: problem.description)
        } catch {
            let failure = ConnectionFailure(error)
            // Through a proxy, the server cannot be probed directly.
            let validity =
                failure == .serverNotTrusted && !hasProxy
                ? await CertificateProbe.validity(of: server, within: TimeAmount(timeout)) : nil
            let reason = failure.refined(by: validity, now: clock.now().instant)
            return .unreachable(sentence: "\(shownAddress) cannot be reached: \(reason).")
        }
    }

    private func exchange(
        _ body: Data, with path: String, key: String, _ fields: KeyValuePairs<String, String>,
        _ configuration: TLSConfiguration
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: server.appending(path: path).absoluteString)
        request.method = .POST
        let begin = clock.now().instant
        request.headers = [
            "Authorization": "Bearer \(key)", "Content-Type": "application/json", "Accept": "application/json",
            // The messages of this program are English too.
            "Accept-Language": "en", "User-Agent": userAgent,
            // The server derives the error of this clock from it.
            "Desktap-Time": begin.rfc3339(precision: .milliseconds),
        ]
        for (name, value) in fields { request.headers.add(name: name, value: value) }
        request.body = .bytes(body)
        request.tlsConfiguration = configuration
        let response = try await client.execute(request, deadline: .distantFuture)
        let end = clock.now().instant
        let body = try await response.body.collect(upTo: Self.longestAnswer)
        let type = response.headers.first(name: "Content-Type")?.prefix { $0 != ";" } ?? ""
        return Answer(
            status: Int(response.status.code),
            mediaType: type.trimmingCharacters(in: .whitespaces).lowercased(),
            retryAfter: response.headers.first(name: "Retry-After"),
            clockDifference: response.headers.first(name: "Date").flatMap(HTTPDate.parse).map {
                Self.difference(begin, end, server: $0)
            }, body: Data(body.readableBytesView))
    }

    /// The middle of an exchange minus the server's time. A `Date` stands for the second that begins with it.
    private static func difference(_ begin: Instant, _ end: Instant, server: Date) -> Duration {
        let middle = begin.millisecondsSince1970 + (end - begin).milliseconds / 2
        return .milliseconds(middle - Int64(server.timeIntervalSince1970 * 1000) - 500)
    }

    /// Problem details (RFC 9457): the fields that this program uses.
    struct Problem: Decodable, Sendable {
        var detail: String?
        /// The machine-readable reason.
        var reason: String?
    }
}

/// For logs, without the key.
extension ServerConnection: CustomStringConvertible, CustomReflectable {
    package var description: String { "a connection to \(shownAddress)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

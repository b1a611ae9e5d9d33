import AsyncHTTPClient
import Attendance
package import Foundation
import NIOCore
import NIOSSL

/// The server's addresses, spoken to in JSON with a key.
package struct ServerConnection: Sendable {
    /// How much of an answer is read, in bytes: 200 taps are answered in less than a hundredth of it.
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
    /// The server's address for sentences.
    let shownAddress: String

    /// Lends one, and closes what it has open afterwards.
    /// - Parameters:
    ///   - server: the server's address, such as `https://desk.example.com`.
    ///   - key: a reader's key or a person's.
    ///   - timeout: for a connection, and then for each next part of an answer.
    ///   - limit: for a whole exchange, from the connection to the end of the answer.
    ///   - environment: what names a proxy (``ProxyChoice``).
    /// - Throws: ``ConnectionProblem`` where the files or the proxy are no good, and what `body` throws.
    package static func with<Value>(
        server: URL, key: AccessKey, version: String, tls: TLSFiles = TLSFiles(), timeout: Duration = .seconds(15),
        limit: Duration = .seconds(30), clock: AgentClock = AgentClock(),
        environment: [String: String] = ProcessInfo.processInfo.environment,
        _ body: (ServerConnection) async throws -> Value
    ) async throws -> Value {
        if server.scheme?.lowercased() == "https" { try tls.check() }
        let part = TimeAmount(timeout)
        var configuration = HTTPClient.Configuration()
        // The key and the taps are for the configured server alone.
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: part, read: part, write: part)
        configuration.httpVersion = .http1Only
        configuration.proxy = try ProxyChoice(environment).proxy(for: server)
        let hasProxy = configuration.proxy != nil
        // When to try again is the caller's affair.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Before the server closes an idle connection, so that no tap is sent into one that just closes.
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
        /// The media type without parameters, in lower case; empty if the answer names none.
        var mediaType: String
        var retryAfter: String?
        /// How far this computer's clock is ahead of the answer's `Date`, which is in whole seconds; nil without that field.
        var clockDifference: Duration?
        var body: Data

        /// Problem details (RFC 9457); nil if the answer is none.
        var problem: Problem? {
            mediaType == "application/problem+json" ? try? JSONDecoder().decode(Problem.self, from: body) : nil
        }

        /// What is known of an answer of another program, for sentences.
        var kind: String { "HTTP \(status)\(mediaType.isEmpty ? "" : ", \(mediaType)")" }
    }

    enum Reply: Sendable {
        case answer(Answer)
        case unreachable(sentence: String)
    }

    /// Posts a value.
    /// - Parameter path: below the server's address, without a slash in front.
    func post(_ value: some Encodable, to path: String) async -> Reply {
        do {
            let body = try JSONEncoder().encode(value)
            // Read anew each time: what was renewed goes with the next tap, over a connection of its own.
            let (key, configuration) = (try key.text(), try tls.configuration())
            return .answer(
                try await withTimeLimit(limit) { try await exchange(body, with: path, key: key, configuration) })
        } catch let problem as ConnectionProblem {
            return .unreachable(sentence: problem.description)
        } catch {
            let failure = ConnectionFailure(error)
            // Behind a proxy there is no other way to the server.
            let validity =
                failure == .serverNotTrusted && !hasProxy
                ? await CertificateProbe.validity(of: server, within: TimeAmount(timeout)) : nil
            let reason = failure.refined(by: validity, now: clock.now().instant)
            return .unreachable(sentence: "\(shownAddress) cannot be reached: \(reason).")
        }
    }

    private func exchange(
        _ body: Data, with path: String, key: String, _ configuration: TLSConfiguration
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: server.appending(path: path).absoluteString)
        request.method = .POST
        let begin = clock.now().instant
        request.headers = [
            "Authorization": "Bearer \(key)", "Content-Type": "application/json", "Accept": "application/json",
            // What this program says itself is English, too.
            "Accept-Language": "en", "User-Agent": userAgent,
            // By which the server knows how far this clock is off.
            "Desktap-Time": begin.rfc3339(precision: .milliseconds),
        ]
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

    /// How far the middle of an exchange is ahead of the server's time. A `Date` stands for the second that begins with it.
    private static func difference(_ begin: Instant, _ end: Instant, server: Date) -> Duration {
        let middle = begin.millisecondsSince1970 + end.milliseconds(since: begin) / 2
        return .milliseconds(middle - Int64(server.timeIntervalSince1970 * 1000) - 500)
    }

    /// Problem details (RFC 9457), as far as they are told.
    struct Problem: Decodable, Sendable {
        var detail: String?
        /// A word for programs.
        var reason: String?
    }
}

/// For logs: without the key.
extension ServerConnection: CustomStringConvertible, CustomReflectable {
    package var description: String { "a connection to \(shownAddress)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

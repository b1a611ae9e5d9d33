import AsyncHTTPClient
import NIOCore

/// Requests to an identity provider: no redirect is followed, and no answer may take or hold more than is of use.
struct ProviderConnection {
    struct Answer: Sendable {
        let status: UInt
        let body: ByteBuffer
    }

    private let client: HTTPClient
    private let timeout: Duration

    /// How much of an answer is read, in bytes.
    static let longestAnswer = 256 * 1024

    /// Lends one that ends with the sign-in: there are few of them, and between two the provider may have moved.
    /// - Parameter timeout: for each answer, from the first byte sent to the last one read.
    static func with<Value>(timeout: Duration, _ body: (ProviderConnection) async throws -> Value) async throws -> Value {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        // Nobody waits while a provider that is not there is tried again and again.
        configuration.connectionPool.retryConnectionEstablishment = false
        return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            try await body(ProviderConnection(client: client, timeout: timeout))
        }
    }

    /// - Parameter asked: what for, as the log says it.
    /// - Throws: ``OIDCProblem/away(asked:why:)``, whatever goes wrong.
    func send(_ request: HTTPClientRequest, for asked: String) async throws -> Answer {
        do {
            return try await withThrowingTaskGroup(of: Answer.self) { group in
                group.addTask { [client] in
                    var request = request
                    request.headers.add(name: "Accept", value: "application/json")
                    let response = try await client.execute(request, deadline: .distantFuture)
                    return Answer(
                        status: response.status.code, body: try await response.body.collect(upTo: Self.longestAnswer))
                }
                // For the whole of it: a server that sends a byte now and then would never reach a limit between two of them.
                group.addTask { [timeout] in
                    try await Task.sleep(for: timeout)
                    throw OIDCProblem.away(asked: asked, why: "it takes longer than \(timeout)")
                }
                defer { group.cancelAll() }
                guard let answer = try await group.next() else { throw CancellationError() }
                return answer
            }
        } catch let problem as OIDCProblem {
            throw problem
        } catch is NIOTooManyBytesError {
            throw OIDCProblem.away(asked: asked, why: "it is longer than \(Self.longestAnswer) bytes")
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw OIDCProblem.away(asked: asked, why: OIDCProblem.shown("\(error)"))
        }
    }

    /// The document at an address.
    func get(_ address: String, for asked: String) async throws -> ByteBuffer {
        let answer = try await send(HTTPClientRequest(url: address), for: asked)
        guard answer.status == 200 else { throw OIDCProblem.away(asked: asked, why: "status \(answer.status)") }
        return answer.body
    }
}

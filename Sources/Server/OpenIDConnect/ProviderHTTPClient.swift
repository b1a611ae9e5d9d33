import AsyncHTTPClient
import NIOCore

/// Sends requests to a provider. It follows no redirect, and limits the duration and size of each response.
struct ProviderHTTPClient {
    struct Response: Sendable {
        let status: UInt
        /// In lower case, without parameters; nil: not stated.
        let mediaType: String?
        let body: ByteBuffer
    }

    private let client: HTTPClient
    private let timeout: Duration

    /// Maximum bytes of a response.
    static let maximumResponseLength = 256 * 1024

    /// Lends a client for one sign-in. Connections are not kept: sign-ins are rare, and the provider's address may change
    /// between two.
    /// - Parameter timeout: for each response, from the first byte sent to the last byte received.
    static func with<Value>(timeout: Duration, _ body: (ProviderHTTPClient) async throws -> Value) async throws -> Value {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        // Fail at once if the provider refuses connections, because a person waits.
        configuration.connectionPool.retryConnectionEstablishment = false
        return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            try await body(ProviderHTTPClient(client: client, timeout: timeout))
        }
    }

    /// - Throws: ``OpenIDConnectError`` on every failure; `CancellationError` if the task is cancelled.
    func send(_ request: HTTPClientRequest, to endpoint: ProviderEndpoint) async throws -> Response {
        do {
            return try await withThrowingTaskGroup(of: Response.self) { group in
                group.addTask { [client] in
                    var request = request
                    request.headers.add(name: "Accept", value: "application/json")
                    let response = try await client.execute(request, deadline: .distantFuture)
                    return Response(
                        status: response.status.code,
                        mediaType: response.headers.first(name: "Content-Type").flatMap(Self.mediaType),
                        body: try await response.body.collect(upTo: Self.maximumResponseLength))
                }
                // One limit for the whole response: an idle timeout never fires if the server sends a byte now and then.
                group.addTask { [timeout] in
                    try await Task.sleep(for: timeout)
                    throw OpenIDConnectError.timeout(endpoint, timeout)
                }
                defer { group.cancelAll() }
                guard let response = try await group.next() else { throw CancellationError() }
                return response
            }
        } catch let error as OpenIDConnectError {
            throw error
        } catch is NIOTooManyBytesError {
            throw OpenIDConnectError.responseTooLong(endpoint, limit: Self.maximumResponseLength)
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw OpenIDConnectError.connectionFailed(endpoint, "\(error)")
        }
    }

    private static func mediaType(_ contentType: String) -> String? {
        contentType.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).first
            .map { $0.filter { !$0.isWhitespace }.lowercased() }
    }

    /// The document at an address.
    /// - Throws: as ``send(_:to:)``, and ``OpenIDConnectError/errorStatus(_:_:)`` for a status other than 200.
    func get(_ address: String, from endpoint: ProviderEndpoint) async throws -> ByteBuffer {
        let response = try await send(HTTPClientRequest(url: address), to: endpoint)
        guard response.status == 200 else { throw OpenIDConnectError.errorStatus(endpoint, response.status) }
        return response.body
    }
}

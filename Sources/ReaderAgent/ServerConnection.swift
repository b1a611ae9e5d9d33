package import Foundation
import FoundationNetworking

/// The server's addresses, spoken to in JSON with a key.
package final class ServerConnection: Sendable {
    private let server: URL
    private let key: String
    private let session: URLSession
    /// The server's address for sentences.
    let shownAddress: String

    /// - Parameters:
    ///   - server: the server's address, such as `https://desk.example.com`.
    ///   - key: a reader's key or a person's.
    ///   - timeout: for one answer.
    package init(server: URL, key: String, version: String, timeout: Duration = .seconds(15)) {
        self.server = server
        self.key = key
        shownAddress = server.absoluteString
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout / .seconds(1)
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.httpAdditionalHeaders = ["User-Agent": "desktap-reader/\(version)"]
        session = URLSession(configuration: configuration, delegate: StaysHere(), delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    enum Reply: Sendable {
        case answer(status: Int, retryAfter: String?, body: Data)
        case unreachable(sentence: String)
    }

    /// Posts a value.
    /// - Parameter path: below the server's address, without a slash in front.
    func post(_ value: some Encodable, to path: String) async -> Reply {
        var request = URLRequest(url: server.appending(path: path))
        request.httpMethod = "POST"
        request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        do {
            request.httpBody = try JSONEncoder().encode(value)
            let (body, response) = try await session.data(for: request)
            guard let response = response as? HTTPURLResponse else {
                return .unreachable(sentence: "\(shownAddress) does not answer in HTTP.")
            }
            return .answer(
                status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"), body: body)
        } catch {
            return .unreachable(sentence: "\(shownAddress) cannot be reached: \(Self.reason(error)).")
        }
    }

    /// The sentence of problem details (RFC 9457).
    static func detail(_ body: Data) -> String? {
        struct Problem: Decodable { var detail: String? }
        return (try? JSONDecoder().decode(Problem.self, from: body))?.detail
    }

    private static func reason(_ error: any Error) -> String {
        switch (error as? URLError)?.code {
        case .cannotConnectToHost: "nobody listens there"
        case .cannotFindHost, .dnsLookupFailed: "there is no such host"
        case .timedOut: "no answer in time"
        case .networkConnectionLost: "the connection was lost"
        case .notConnectedToInternet: "no network"
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot:
            "its certificate is not trusted"
        default: error.localizedDescription
        }
    }
}

/// Follows no redirection: the key and the taps are for the configured server alone.
private final class StaysHere: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

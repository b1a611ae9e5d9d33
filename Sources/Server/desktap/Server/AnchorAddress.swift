import AsyncHTTPClient
import Foundation
import NIOCore
import WebServer

/// The address on another machine to which the server sends its anchors.
struct AnchorAddress {
    let url: URL

    /// - Parameter text: https, or http on this machine.
    init(_ text: String) throws {
        guard let url = URL(string: text), url.isEncryptedOrLocal else {
            throw CommandError("The setting 'anchor-url' is not an https address: '\(text)'.")
        }
        self.url = url
    }

    /// Sends the anchor's file with a POST request.
    @Sendable func send(_ content: Data) async throws {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(content)
        var configuration = HTTPClient.Configuration()
        // A sign-in page would answer 200 and store nothing.
        configuration.redirectConfiguration = .disallow
        let status = try await HTTPClient.withHTTPClient(configuration: configuration) { [request] client in
            try await client.execute(request, timeout: .seconds(30)).status.code
        }
        guard (200..<300).contains(status) else { throw CommandError("The server of 'anchor-url' answered \(status).") }
    }
}

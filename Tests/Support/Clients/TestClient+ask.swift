package import HTTPTypes
package import HummingbirdTesting
package import NIOCore

extension TestClient {
    /// Sends a request with the host that HTTP/1.1 requires.
    package func ask(
        _ method: HTTPRequest.Method, _ address: String, headers: HTTPFields = [:], body: ByteBuffer? = nil
    ) async throws -> TestClient.Response {
        try await execute(TestClient.Request(address, method: method, authority: "localhost", headers: headers, body: body))
    }
}

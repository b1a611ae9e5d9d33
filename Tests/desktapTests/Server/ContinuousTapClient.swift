import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestClients

/// A client that taps continuously. Like a reader it repeats each tap until it is acknowledged.
struct ContinuousTapClient {
    struct Wrong: Error, CustomStringConvertible { let description: String }

    let port: Int
    let key: String
    let user: String

    /// - Parameter isOver: checked before each attempt.
    /// - Returns: the ids of the acknowledged taps, and the number of attempts answered with 503.
    func tap(until isOver: @escaping @Sendable () async -> Bool) async throws -> (acknowledged: [String], putOff: Int) {
        var acknowledged: [String] = []
        var putOff = 0
        var id = UUID().uuidString.lowercased()
        while await !isOver() {
            // The connection ends with the server. The same tap is then sent again on a new one.
            let client = TestClient(host: "127.0.0.1", port: port, configuration: .init(timeout: .seconds(60)))
            client.connect()
            do {
                while await !isOver() {
                    let response = try await client.ask(
                        .post,
                        "/t?event=start&desk=6F-A1&user=\(user)&id=\(id)", headers: [.authorization: "Bearer \(key)"],
                        body: ByteBuffer())
                    switch response.status {
                    case .ok:
                        acknowledged.append(id)
                        id = UUID().uuidString.lowercased()
                    case .serviceUnavailable:
                        guard response.head.headerFields[.retryAfter] == "1" else {
                            throw Wrong(description: "503 without Retry-After")
                        }
                        putOff += 1
                        try await Task.sleep(for: .milliseconds(50))
                    case let status: throw Wrong(description: "\(status) instead of an answer")
                    }
                }
            } catch let error as Wrong {
                try? await client.shutdown()
                throw error
            } catch {
                try await Task.sleep(for: .milliseconds(20))
            }
            try? await client.shutdown()
        }
        return (acknowledged, putOff)
    }
}

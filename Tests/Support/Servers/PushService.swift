package import Foundation

/// A push service for one test, at `https://localhost` and a free port. The first part of a path is the status of the answer.
package struct PushService: Sendable {
    package struct Request: Decodable, Sendable {
        package let path: String
        /// The names are in lower case.
        package let headers: [String: String]
        package let body: Data
    }

    package let port: Int
    /// To be trusted by clients.
    package let certificate: TestCertificate
    private let process: ChildProcess

    /// Lends a service that listens.
    package static func with<Value>(_ body: (PushService) async throws -> Value) async throws -> Value {
        try await TestFolder.with { folder in
            let certificate = try await TestCertificate.make("push", in: folder)
            let program = URL(filePath: #filePath).deletingLastPathComponent().path + "/push_service.py"
            let process = try ChildProcess(
                ["/usr/bin/python3", program, certificate.certificateFile, certificate.keyFile], in: folder)
            let line = try await process.waitForOutput(#"listening on \d+\n"#)
            let port = Int(line.dropFirst("listening on ".count).dropLast()) ?? 0
            let service = PushService(port: port, certificate: certificate, process: process)
            do {
                let value = try await body(service)
                await service.stop()
                return value
            } catch {
                await service.stop()
                throw error
            }
        }
    }

    /// The entry for a list of allowed services.
    package var host: String { "localhost:\(port)" }

    /// An endpoint whose requests are answered with a status.
    package func endpoint(answering status: Int) -> String { "https://\(host)/\(status)/device" }

    /// The requests in order.
    package var requests: [Request] {
        get throws {
            try process.output.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
                try JSONDecoder().decode(Request.self, from: Data($0.utf8))
            }
        }
    }

    /// Ends it; also at the end of ``with(_:)``.
    package func stop() async {
        process.signal(SIGKILL)
        _ = await process.wait()
    }
}

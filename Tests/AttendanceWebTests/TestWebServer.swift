@testable import AttendanceWeb

import Hummingbird
import ServiceLifecycle
import TestOffice

/// The web application behind a listening socket.
struct TestWebServer: Sendable {
    let port: Int
    private let web: TestWeb
    private let group: ServiceGroup

    /// Passes it listening on a free local port.
    static func with<Value: Sendable>(
        _ web: TestWeb, _ body: (TestWebServer) async throws -> Value
    ) async throws -> Value {
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let application = webApplication(
            web.services, host: "127.0.0.1", port: 0, logger: web.services.logger
        ) { port in listening.yield(port) }
        let group = ServiceGroup(services: [application], logger: TestOffice.logger)
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }
            let server = TestWebServer(port: port, web: web, group: group)
            do {
                let value = try await body(server)
                await server.stop()
                return value
            } catch {
                tasks.cancelAll()
                throw error
            }
        }
    }

    /// Stops as the program does: streams end, then requests under way are answered.
    func stop() async {
        await web.endStreams()
        await group.triggerGracefulShutdown()
    }
}

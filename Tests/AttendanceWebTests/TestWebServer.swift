@testable import AttendanceWeb

import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
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

/// A plain connection to a server under test, for requests that no HTTP client sends. Used by one task.
final class RawConnection {
    struct Failure: Error, CustomStringConvertible { let description: String }

    private let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    private let port: Int
    private var isOpen = false
    private var received: [UInt8] = []

    /// It opens with the first bytes that are sent or awaited: the server waits only some seconds for a request.
    /// - Parameter receiveBuffer: the size of the kernel's receive buffer in bytes; nil: the kernel's default.
    init(port: Int, receiveBuffer: Int32? = nil) {
        self.port = port
        if var size = receiveBuffer {
            setsockopt(handle, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    deinit { close(handle) }

    func open() throws {
        if isOpen { return }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failure(description: "cannot connect to port \(port)") }
        _ = fcntl(handle, F_SETFL, O_NONBLOCK)
        isOpen = true
    }

    func send(_ text: String) throws {
        try open()
        let bytes = Array(text.utf8)
        guard Glibc.send(handle, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(description: "cannot send")
        }
    }

    /// Reads up to the end of `pattern`. Later bytes remain for the next read.
    @discardableResult
    func read(until pattern: String) async throws -> String {
        let wanted = Data(pattern.utf8)
        var searched = 0
        while true {
            let data = Data(received)
            if let found = data.range(of: wanted, in: max(0, searched - wanted.count)..<data.count) {
                received.removeFirst(found.upperBound)
                return String(decoding: data[..<found.upperBound], as: UTF8.self)
            }
            searched = data.count
            guard try await receive() else {
                throw Failure(description: "no «\(pattern)» in \(String(decoding: data, as: UTF8.self))")
            }
        }
    }

    /// Everything up to the end of the connection.
    func readToEnd() async throws -> String { String(decoding: try await bytesToEnd(), as: UTF8.self) }

    func bytesToEnd() async throws -> [UInt8] {
        while try await receive() {}
        return Array(received)
    }

    /// - Returns: false at the end of the connection.
    private func receive() async throws -> Bool {
        try open()
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        let deadline = ContinuousClock.now + .seconds(180)
        while true {
            let count = recv(handle, &buffer, buffer.count, 0)
            if count > 0 {
                received += buffer[..<count]
                return true
            }
            if count == 0 || errno == ECONNRESET { return false }
            guard errno == EAGAIN else { throw Failure(description: String(cString: strerror(errno))) }
            guard .now < deadline else {
                throw Failure(description: "nothing more after \(String(decoding: received, as: UTF8.self))")
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}

extension String {
    /// The number of occurrences of `part`.
    func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}

extension TestClient {
    /// Sends a request with the host that HTTP/1.1 requires.
    func ask(
        _ method: HTTPRequest.Method, _ address: String, headers: HTTPFields = [:], body: ByteBuffer? = nil
    ) async throws -> TestClient.Response {
        try await execute(TestClient.Request(address, method: method, authority: "localhost", headers: headers, body: body))
    }
}

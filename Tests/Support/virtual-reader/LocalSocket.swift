import ArgumentParser
import Foundation

/// A Unix socket for one request line and one response line.
struct LocalSocket {
    let descriptor: Int32

    private static let longestLine = 4096
    /// The maximum length of a path in `sockaddr_un`, without its terminating zero.
    private static let longestPath = 107

    /// Listens at `path`. A socket file that no process serves is replaced.
    static func listening(at path: String, mode: mode_t = 0o600) throws -> LocalSocket {
        if let living = try? connected(to: path) {
            living.close()
            throw ValidationError("Another process listens at \(path).")
        }
        unlink(path)
        let socket = try make()
        let bound = try address(path) { bind(socket.descriptor, $0, $1) }
        guard bound == 0, chmod(path, mode) == 0, listen(socket.descriptor, 16) == 0 else {
            throw ValidationError("Cannot listen at \(path): \(systemMessage()).")
        }
        return socket
    }

    static func connected(to path: String) throws -> LocalSocket {
        let socket = try make()
        let result = try address(path) { connect(socket.descriptor, $0, $1) }
        guard result == 0 else {
            let reason = systemMessage()
            socket.close()
            throw ValidationError("Cannot connect to \(path) (\(reason)). Check that 'virtual-reader serve' is running.")
        }
        return socket
    }

    /// Waits for the next client.
    func accepted() async throws -> LocalSocket {
        makeNonBlocking()
        while true {
            let client = accept(descriptor, nil, nil)
            if client >= 0 { return LocalSocket(descriptor: client) }
            guard [EAGAIN, EINTR, ECONNABORTED].contains(errno) else {
                throw ValidationError("Cannot accept commands: \(Self.systemMessage()).")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Reads a line.
    /// - Returns: nil if the line is too long or does not arrive within `limit`.
    func line(within limit: Duration) async throws -> String? {
        makeNonBlocking()
        let deadline = ContinuousClock.now + limit
        var bytes: [UInt8] = []
        while .now < deadline, bytes.count <= Self.longestLine {
            var part = [UInt8](repeating: 0, count: 512)
            let count = recv(descriptor, &part, part.count, 0)
            if count == 0 { return nil }
            if count > 0 { bytes += part.prefix(count) }
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) { return String(decoding: bytes[..<end], as: UTF8.self) }
            if count < 0 { try await Task.sleep(for: .milliseconds(10)) }
        }
        return nil
    }

    func send(line: String) {
        let bytes = Array((line.replacing("\n", with: " ") + "\n").utf8)
        _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    func close() { _ = Foundation.close(descriptor) }

    /// True if a program can listen on the port, on all addresses.
    static func portIsFree(_ port: UInt16) -> Bool {
        let probe = LocalSocket(descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        defer { probe.close() }
        var on: Int32 = 1
        setsockopt(probe.descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(probe.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// The system's message for the last failed call.
    static func systemMessage() -> String { String(cString: strerror(errno)) }

    private func makeNonBlocking() { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }

    private static func make() throws -> LocalSocket {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw ValidationError("Cannot create a socket: \(systemMessage()).") }
        return LocalSocket(descriptor: descriptor)
    }

    private static func address(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        guard path.utf8.count <= longestPath else {
            throw ValidationError("The path of a socket is limited to \(longestPath) bytes: \(path)")
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}

import Foundation
import Glibc

/// A loopback proxy for a PostgreSQL server's Unix socket. A silenced connection stays open, and the proxy reads and discards
/// its data, so TCP still acknowledges it. A frozen host behind a load balancer behaves like this.
package final class SilentProxy: Sendable {
    package struct Failure: Error {}

    package let port: Int
    private let thread: ProxyThread

    /// The connection string through the proxy.
    package func through(_ connectionString: String) -> String { connectionString + " host=127.0.0.1 port=\(port)" }

    /// Lends a proxy for the server whose socket folder is in `connectionString`.
    package static func with<Value>(
        _ connectionString: String, _ body: (SilentProxy) async throws -> Value
    ) async throws -> Value {
        let host = connectionString.split(separator: " ").first { $0.hasPrefix("host=/") }
        guard let host else { throw Failure() }
        let proxy = try SilentProxy(before: host.dropFirst(5) + "/.s.PGSQL.5432")
        do {
            let value = try await body(proxy)
            proxy.thread.stop()
            return value
        } catch {
            proxy.thread.stop()
            throw error
        }
    }

    private init(before path: String) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isOpen else { throw Failure() }
        port = Int(in_port_t(bigEndian: address.sin_port))
        thread = ProxyThread(listener, path)
        Thread.detachNewThread { [thread] in thread.run() }
    }

    /// Silences all open connections.
    /// - Parameter listenersOnly: only connections that have executed LISTEN.
    package func silence(listenersOnly: Bool = false) { thread.silence(listenersOnly: listenersOnly) }

    /// Sets whether new connections are silenced.
    package func silenceNew(_ isSilent: Bool) { thread.silenceNew(isSilent) }
}

/// The thread that forwards data.
private final class ProxyThread: @unchecked Sendable {  // the properties are protected by `lock`
    private struct Pair {
        let client, server: Int32
        var isSilent: Bool
        var listens = false
    }

    private let lock = NSLock()
    private let listener: Int32
    private let path: String
    private var pairs: [Pair] = []
    private var isStopped = false
    private var silencesNew = false

    init(_ listener: Int32, _ path: String) { (self.listener, self.path) = (listener, path) }

    func stop() { lock.withLock { isStopped = true } }

    func silenceNew(_ isSilent: Bool) { lock.withLock { silencesNew = isSilent } }

    func silence(listenersOnly: Bool) {
        lock.withLock {
            for index in pairs.indices where pairs[index].listens || !listenersOnly { pairs[index].isSilent = true }
        }
    }

    func run() {
        while true {
            var polled = lock.withLock {
                [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
                    + pairs.flatMap { [$0.client, $0.server] }.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            }
            poll(&polled, nfds_t(polled.count), 10)
            lock.lock()
            defer { lock.unlock() }
            if isStopped {
                for socket in pairs.flatMap({ [$0.client, $0.server] }) + [listener] { close(socket) }
                return
            }
            for index in pairs.indices.reversed() {
                let isOpen =
                    pass(from: polled[1 + 2 * index], at: index, toServer: true)
                    && pass(from: polled[2 + 2 * index], at: index, toServer: false)
                if isOpen { continue }
                close(pairs[index].client)
                close(pairs[index].server)
                pairs.remove(at: index)
            }
            if polled[0].revents != 0 { accept() }
        }
    }

    private func accept() {
        let client = Glibc.accept(listener, nil, nil)
        guard client >= 0 else { return }
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            close(client)
            close(server)
            return
        }
        pairs.append(Pair(client: client, server: server, isSilent: silencesNew))
    }

    /// - Returns: false at the end of the connection.
    private func pass(from polled: pollfd, at index: Int, toServer: Bool) -> Bool {
        guard polled.revents != 0 else { return true }
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(polled.fd, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        if toServer, String(decoding: buffer[..<count], as: UTF8.self).contains("listen \"") { pairs[index].listens = true }
        if pairs[index].isSilent { return true }
        var sent = 0
        while sent < count {
            let written = buffer[sent..<count].withUnsafeBytes {
                send(toServer ? pairs[index].server : pairs[index].client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard written > 0 else { return false }
            sent += written
        }
        return true
    }
}

import Foundation
import Glibc

/// A plain connection to a server under test, for requests that no HTTP client sends. Used by one task.
package final class RawConnection {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    private let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    private let port: Int
    private var isOpen = false
    private var received: [UInt8] = []

    /// It opens with the first bytes that are sent or awaited: the server waits only some seconds for a request.
    /// - Parameter receiveBuffer: the size of the kernel's receive buffer in bytes; nil: the kernel's default.
    package init(port: Int, receiveBuffer: Int32? = nil) {
        self.port = port
        if var size = receiveBuffer {
            setsockopt(handle, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    deinit { close(handle) }

    package func open() throws {
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

    package func send(_ text: String) throws {
        try open()
        let bytes = Array(text.utf8)
        guard Glibc.send(handle, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(description: "cannot send")
        }
    }

    /// Reads up to the end of `pattern`. Later bytes remain for the next read.
    @discardableResult
    package func read(until pattern: String) async throws -> String {
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
    package func readToEnd() async throws -> String { String(decoding: try await bytesToEnd(), as: UTF8.self) }

    package func bytesToEnd() async throws -> [UInt8] {
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

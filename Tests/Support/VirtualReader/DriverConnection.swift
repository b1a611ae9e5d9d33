import Glibc

/// A connection to pcscd's virtual driver. Messages in both directions are a two-byte length and a body.
struct DriverConnection: Sendable {
    private let socket: Int32

    init(port: UInt16) throws(VirtualReaderError) {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw .system(call: "socket", reason: systemMessage()) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            close(socket)
            throw .noDriver(port: port)
        }
        self.socket = socket
        set(TCP_NODELAY)
    }

    /// Ends the connection. A thread that waits in `receive` returns.
    func shutDown() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Closes the file descriptor.
    func release() { close(socket) }

    /// Waits for a message.
    /// - Returns: nil after either side ended the connection.
    func receive() -> [UInt8]? {
        guard let header = receive(2) else { return nil }
        return receive(Int(header[0]) << 8 | Int(header[1]))
    }

    func send(_ body: [UInt8]) -> Bool {
        var message = [UInt8(truncatingIfNeeded: body.count >> 8), UInt8(truncatingIfNeeded: body.count)] + body
        while !message.isEmpty {
            let count = Glibc.send(socket, message, message.count, Int32(MSG_NOSIGNAL))
            guard count > 0 else { return false }
            message.removeFirst(count)
        }
        return true
    }

    private func receive(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            // The driver sends length and body separately. Without an immediate acknowledgement, Nagle's algorithm delays
            // the body by 40 ms.
            set(TCP_QUICKACK)
            var part = [UInt8](repeating: 0, count: count - bytes.count)
            let received = recv(socket, &part, part.count, 0)
            if received < 0, errno == EINTR { continue }
            guard received > 0 else { return nil }
            bytes += part.prefix(received)
        }
        return bytes
    }

    private func set(_ option: Int32) {
        var on: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), option, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}

/// The system's message for the last failed call.
func systemMessage() -> String { String(cString: strerror(errno)) }

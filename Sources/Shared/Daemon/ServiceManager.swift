import Foundation
import Glibc

/// The service manager that started this program: systemd, or nothing that wants to be notified.
///
/// Protocol: sd_notify(3). Each message is one datagram to the socket in `NOTIFY_SOCKET`.
package struct ServiceManager: Sendable {
    package enum Message: String, Sendable {
        case ready = "READY=1"
        case stopping = "STOPPING=1"
        case isAlive = "WATCHDOG=1"
    }

    private let socketPath: String?
    /// The pause between two ``Message/isAlive``: half of the time after which the manager kills the program; nil: it wants none.
    package let watchdogPause: Duration?

    package init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        socketPath = environment["NOTIFY_SOCKET"]
        let isOwn = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        watchdogPause = isOwn ? environment["WATCHDOG_USEC"].flatMap { Int64($0) }.map { .microseconds($0 / 2) } : nil
    }

    /// Sends a message. A lost message needs no handling: the manager then behaves as if the program hung. The program does not wait
    /// for a manager that reads nothing: a sign of life is dropped, the others wait for a second.
    package func notify(_ message: Message) {
        guard let socketPath else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(socketPath.utf8)
        // A name in the abstract namespace begins with a zero byte, written as @.
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var timeout = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        let flags = Int32(MSG_NOSIGNAL) | (message == .isAlive ? Int32(MSG_DONTWAIT) : 0)
        let text = message.rawValue
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.utf8.count, flags, $0, length)
            }
        }
    }
}

import Foundation
import Glibc

/// Checks whether the mail server accepts connections. Sends no e-mail.
struct MailCheckup {
    private static let limitMilliseconds: Int32 = 10_000

    /// The setting 'mail-server'; nil: it is not set.
    let url: String?

    func findings() -> [Finding] {
        guard let url, let parts = URLComponents(string: url), let host = parts.host else {
            return [.skipped(.mail, "There is no mail server: reminders reach browsers only.")]
        }
        let name = host.trimmingCharacters(in: ["[", "]"])
        let port = parts.port ?? (parts.scheme?.lowercased() == "smtps" ? 465 : 587)
        guard let problem = Self.problem(of: name, port: port) else {
            return [.ok(.mail, "The mail server \(name) accepts connections at port \(port).")]
        }
        return [
            .failed(
                .mail,
                "The mail server \(name) cannot be reached at port \(port) (\(problem)). Check 'mail-server' and the firewall. "
                    + "Reminders are tried again for a day.")
        ]
    }

    /// Why no connection is possible; nil: it is.
    private static func problem(of host: String, port: Int) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var addresses: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, "\(port)", &hints, &addresses)
        guard status == 0 else { return String(cString: gai_strerror(status)) }
        defer { freeaddrinfo(addresses) }
        var problem = "it has no address"
        var next = addresses
        while let address = next?.pointee {
            next = address.ai_next
            guard let reason = Self.problem(of: address) else { return nil }
            problem = reason
        }
        return problem
    }

    private static func problem(of address: addrinfo) -> String? {
        let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue), address.ai_protocol)
        guard descriptor >= 0 else { return String(cString: strerror(errno)) }
        defer { close(descriptor) }
        if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return nil }
        guard errno == EINPROGRESS else { return String(cString: strerror(errno)) }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, limitMilliseconds) == 1 else { return "no answer within 10 s" }
        var error: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length)
        return error == 0 ? nil : String(cString: strerror(error))
    }
}

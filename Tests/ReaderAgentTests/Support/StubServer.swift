import Foundation

/// An HTTP server with scripted responses, one request at a time.
// Unchecked: all mutable state is protected by `lock`.
final class StubServer: @unchecked Sendable {
    struct Request: Sendable {
        var path: String
        var key: String?
        /// All header lines.
        var head: [String]
        var body: [String: String]
        /// The taps if the body is a list.
        var taps: [[String: String]]

        /// The response that all taps are recorded.
        var accepted: Answer {
            let items = taps.map { #"{"id":"\#($0["id"] ?? "")","outcome":"accepted","message":"Good morning."}"# }
            return Answer(status: 200, body: "[\(items.joined(separator: ","))]")
        }
    }

    struct Answer: Sendable {
        var status: Int
        var body = ""
        /// The media type; nil is JSON, or problem details for an error with a body.
        var type: String?
        /// Additional header lines.
        var head: [String] = []
        /// Sent instead of an HTTP response.
        var raw: String?
        /// True to send the body byte by byte without end.
        var isDripping = false
        /// The address of a redirect.
        var location: String?
        /// True to close the connection without a response.
        var isCut = false
    }

    let port: UInt16
    private let descriptor: Int32
    private let lock = NSLock()
    private var seen: [Request] = []
    private let answer: @Sendable (Request) -> Answer

    var requests: [Request] { lock.withLock { seen } }
    var address: String { "http://127.0.0.1:\(port)" }

    /// - Parameter text: the response to the first bytes, whether HTTP or not.
    init(always text: String? = nil, _ answer: @escaping @Sendable (Request) -> Answer) throws {
        self.answer = answer
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw CocoaError(.fileWriteUnknown) }
        port = UInt16(bigEndian: address.sin_port)
        Thread { [weak self] in
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { break }
                if let text {
                    var bytes = [UInt8](repeating: 0, count: 4096)
                    if recv(client, &bytes, bytes.count, 0) > 0 { self?.transmit(text, to: client) }
                } else {
                    self?.serve(client)
                }
                close(client)
            }
            // Here, not in `deinit`: the thread must not accept connections of the next owner of this number.
            close(descriptor)
        }.start()
    }

    /// Ends the thread in `accept`.
    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func serve(_ client: Int32) {
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        let gap = Data("\r\n\r\n".utf8)
        while true {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            bytes += buffer.prefix(count)
            guard let end = bytes.range(of: gap) else { continue }
            let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            func field(_ name: String) -> String? {
                head.first { $0.lowercased().hasPrefix(name + ":") }?.dropFirst(name.count + 1)
                    .trimmingCharacters(in: .whitespaces)
            }
            let body = bytes[end.upperBound...]
            guard body.count >= Int(field("content-length") ?? "") ?? 0 else { continue }
            let value = try? JSONSerialization.jsonObject(with: body)
            let texts = { (object: [String: Any]) in object.mapValues { "\($0)" } }
            let request = Request(
                path: String(head[0].split(separator: " ").dropFirst().first ?? ""), key: field("authorization"), head: head,
                body: texts(value as? [String: Any] ?? [:]), taps: (value as? [[String: Any]] ?? []).map(texts))
            lock.withLock { seen.append(request) }
            let answer = answer(request)
            if answer.isCut { return }
            if let raw = answer.raw {
                transmit(raw, to: client)
                return
            }
            let type = answer.type ?? (answer.status < 400 ? "application/json" : "application/problem+json")
            if answer.isDripping {
                transmit("HTTP/1.1 \(answer.status) -\r\nContent-Type: \(type)\r\nContent-Length: 100000\r\n\r\n", to: client)
                while transmit(" ", to: client) { usleep(10_000) }
                return
            }
            let lines = answer.head.map { "\($0)\r\n" }.joined() + (answer.body.isEmpty ? "" : "Content-Type: \(type)\r\n")
            let location = answer.location.map { "Location: \($0)\r\n" } ?? ""
            let text =
                "HTTP/1.1 \(answer.status) -\r\n\(location)\(lines)Content-Length: \(answer.body.utf8.count)\r\nConnection: close\r\n\r\n"
                + answer.body
            transmit(text, to: client)
            return
        }
    }

    /// - Returns: false if the client has closed the connection.
    @discardableResult private func transmit(_ text: String, to client: Int32) -> Bool {
        Array(text.utf8).withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } > 0
    }
}

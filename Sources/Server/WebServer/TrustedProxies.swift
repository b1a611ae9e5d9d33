package import Attendance
package import HTTPTypes

/// The proxies in front of the server. The server accepts a forwarded client address only from them.
package struct TrustedProxies: Sendable {
    /// The header that the proxies write. Only one is read: proxies forward the other one unchanged from the client.
    package enum Header: String, Sendable, CaseIterable {
        case xForwardedFor = "x-forwarded-for"
        /// RFC 7239.
        case forwarded
    }

    private let ranges: [NetworkRange]
    private let header: Header

    package init(_ ranges: [NetworkRange] = [], header: Header = .xForwardedFor) {
        self.ranges = ranges
        self.header = header
    }

    package func contains(_ address: ClientAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// The address of the client that sent a request.
    ///
    /// Each proxy appends the address from which it received the request. The result is the last address that is no trusted
    /// proxy: a trusted proxy wrote it. Everything before it may come from the client.
    /// - Parameter peer: the other end of the connection.
    package func client(of headers: HTTPFields, from peer: ClientAddress) -> ClientAddress {
        var client = peer
        guard contains(peer) else { return client }
        for hop in hops(headers).reversed() {
            // For `unknown` or an obfuscated identifier (RFC 7239, 6.3), the result is the proxy.
            guard let address = Self.address(ofNode: hop) else { break }
            client = address
            if !contains(address) { break }
        }
        return client
    }

    /// Whether a request has a header with addresses, and whether it is read.
    package enum HeaderUse: String, Sendable, Codable {
        case none
        case used
        /// The sender is no trusted proxy, or the header is not the one that the proxies write.
        case ignored
    }

    /// - Parameter peer: the other end of the connection.
    package func use(of headers: HTTPFields, from peer: ClientAddress) -> HeaderUse {
        let present = Header.allCases.filter { header in HTTPField.Name(header.rawValue).map(headers.contains) ?? false }
        if present.isEmpty { return .none }
        return contains(peer) && present.contains(header) ? .used : .ignored
    }

    private func hops(_ headers: HTTPFields) -> [Substring] {
        guard let name = HTTPField.Name(header.rawValue) else { return [] }
        // Several fields are one list (RFC 9110, 5.3).
        let values = headers[values: name]
        return switch header {
        case .xForwardedFor: values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        case .forwarded:
            values.flatMap { Self.split($0[...], at: ",") }.map { element in
                for pair in Self.split(element, at: ";") {
                    let parts = pair.split(separator: "=", maxSplits: 1)
                    if parts.count == 2, Self.trimmed(parts[0]).lowercased() == "for" { return Self.trimmed(parts[1]) }
                }
                return ""
            }
        }
    }

    /// An address with or without a port: `192.0.2.1:4711`, `[2001:db8::1]:4711`, and also `2001:db8::1`, which is common.
    private static func address(ofNode node: Substring) -> ClientAddress? {
        var node = trimmed(node)
        if node.hasPrefix("\""), node.hasSuffix("\""), node.count > 1 { node = node.dropFirst().dropLast() }
        if node.hasPrefix("[") {
            guard let end = node.firstIndex(of: "]") else { return nil }
            return ClientAddress(node[node.index(after: node.startIndex)..<end])
        }
        if let address = ClientAddress(node) { return address }
        return node.firstIndex(of: ":").flatMap { ClientAddress(node[..<$0]) }
    }

    /// Splits at separators outside of quotes (RFC 9110, 5.6.4).
    private static func split(_ text: Substring, at separator: Character) -> [Substring] {
        var parts: [Substring] = []
        var (start, isQuoted, isEscaped) = (text.startIndex, false, false)
        for index in text.indices {
            switch text[index] {
            case _ where isEscaped: isEscaped = false
            case "\\" where isQuoted: isEscaped = true
            case "\"": isQuoted.toggle()
            case separator where !isQuoted:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        // An unclosed quote of the client must not hide the proxies' elements after it.
        if isQuoted { return text.split(separator: separator, omittingEmptySubsequences: false) }
        return parts + [text[start...]]
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}

extension TrustedProxies {
    /// The uses of a limit that a client's request counts as. Empty for a trusted proxy, which represents all of its clients, and
    /// for an unknown address.
    package func demands(_ limit: RateLimit, of client: ClientAddress) -> [RateLimiter.Demand] {
        guard client != .unspecified, !contains(client) else { return [] }
        return limit.demands(of: client)
    }
}

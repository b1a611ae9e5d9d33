package import HTTPTypes

/// The proxies in front of the server whose word on where a request comes from is taken; everybody else's is ignored.
package struct TrustedProxies: Sendable {
    /// Which header they write. One alone: the other is passed on as the client sent it, and could say anything.
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

    /// Who sent a request. Each proxy adds at the end whom it heard it from, so what is behind the last that is not trusted was
    /// written by those that are, and what is before it by anybody.
    /// - Parameter peer: the other end of the connection.
    package func client(of headers: HTTPFields, from peer: ClientAddress) -> ClientAddress {
        var client = peer
        guard contains(peer) else { return client }
        for hop in hops(headers).reversed() {
            // What is no address, as `unknown` or a name of the proxy's own (RFC 7239, 6.3), came through the proxy at least.
            guard let address = Self.address(ofNode: hop) else { break }
            client = address
            if !contains(address) { break }
        }
        return client
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

    /// An address with or without a port: `192.0.2.1:4711`, `[2001:db8::1]:4711` and, as it is often written, `2001:db8::1`.
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

    /// The parts between separators that are not in quotes (RFC 9110, 5.6.4).
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
        // A quote that the client opened must not hide what the proxies wrote behind it.
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

package import Foundation

/// The rules for the address of a server.
package enum ServerAddress {
    /// Reads an address such as `https://desk.example.com`.
    /// - Throws: ``ConnectionProblem`` unless it is http or https with a host, a port from 1 to 65535 or none, and neither a
    ///   user, a query nor a fragment.
    package static func url(_ text: String) throws(ConnectionProblem) -> URL {
        let parts = text.wholeMatch(of: /[Hh][Tt][Tt][Pp][Ss]?:\/\/(\[[^\]]*\]|[^\/:?#@\[\]]+)(:[^\/?#@]*)?(\/[^?#]*)?/)
        if let port = parts?.2?.dropFirst() {
            guard let number = Int(port), isPort(number), port.allSatisfy(\.isASCIIDigit) else {
                throw ConnectionProblem("The port of the setting 'server' is not a number from 1 to 65535: '\(text)'.")
            }
        }
        guard parts != nil, let url = URL(string: text, encodingInvalidCharacters: false), url.host()?.isEmpty == false else {
            throw ConnectionProblem("The setting 'server' is not an http or https address: '\(text)'.")
        }
        return url
    }

    static func isPort(_ number: Int) -> Bool { (1...65535).contains(number) }

    /// - Throws: ``ConnectionProblem`` if a key would go to another computer without TLS.
    package static func checkConfidential(_ server: URL) throws(ConnectionProblem) {
        guard server.scheme?.lowercased() != "https", !isLoopback(server.host() ?? "") else { return }
        throw ConnectionProblem(
            "The setting 'server' is an http address of another computer: others on the network could read the key and the taps."
                + " Use https, or allow it with --insecure.")
    }

    /// Whether a host is this computer by its name or its address (RFC 6761, 6.3; RFC 1122, 3.2.1.3; RFC 4291, 2.5.3).
    static func isLoopback(_ host: String) -> Bool {
        let name = host.trimmingCharacters(in: ["[", "]"]).lowercased()
        if name == "localhost" { return true }
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, name, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
        guard inet_pton(AF_INET6, name, &six) == 1 else { return false }
        return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}

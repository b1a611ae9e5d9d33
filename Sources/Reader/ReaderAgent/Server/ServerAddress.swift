package import Foundation

/// Validation of a server's address.
package enum ServerAddress {
    /// Parses an address such as `https://desk.example.com`.
    /// - Throws: ``ConnectionSetupError`` unless it is http or https with a host, without user, query and fragment, and with no
    ///   port or a port from 1 to 65535.
    package static func url(_ text: String) throws(ConnectionSetupError) -> URL {
        let parts = text.wholeMatch(of: /[Hh][Tt][Tt][Pp][Ss]?:\/\/(\[[^\]]*\]|[^\/:?#@\[\]]+)(:[^\/?#@]*)?(\/[^?#]*)?/)
        if let port = parts?.2?.dropFirst() {
            guard let number = Int(port), isPort(number), port.allSatisfy(\.isASCIIDigit) else {
                throw ConnectionSetupError("The port of the setting 'server' is not a number from 1 to 65535: '\(text)'.")
            }
        }
        guard parts != nil, let url = URL(string: text, encodingInvalidCharacters: false), url.host()?.isEmpty == false else {
            throw ConnectionSetupError("The setting 'server' is not an http or https address: '\(text)'.")
        }
        return url
    }

    static func isPort(_ number: Int) -> Bool { (1...65535).contains(number) }

    /// - Throws: ``ConnectionSetupError`` if the server is another computer and the address is not https.
    package static func checkConfidential(_ server: URL) throws(ConnectionSetupError) {
        guard server.scheme?.lowercased() != "https", !isLoopback(server.host() ?? "") else { return }
        throw ConnectionSetupError(
            "The setting 'server' is an http address of another computer, so the key and the taps would be sent unencrypted."
                + " Use https, or allow http with --insecure.")
    }

    /// True if the host is this computer, by name or address (RFC 6761, 6.3; RFC 1122, 3.2.1.3; RFC 4291, 2.5.3).
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

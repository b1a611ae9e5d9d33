import Attendance

/// The address of a subscription at its push service. It is parsed more strictly than RFC 3986 allows, so that no other parser
/// finds another host in it.
struct PushEndpoint: Sendable {
    /// In lower case.
    let host: String
    let port: Int

    /// - Parameter text: at most 2,000 bytes: `https`, a host in lower case, as browsers write it, and no user, fragment or
    ///   unusual character.
    init?(_ text: String) {
        let scheme = "https://"
        guard text.utf8.count <= 2_000, text.utf8.allSatisfy(Self.isPlain), text.hasPrefix(scheme) else { return nil }
        let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), DomainName.isValid(parts[0]), parts[0].lowercased() == parts[0] else { return nil }
        host = String(parts[0])
        guard parts.count == 2 else {
            port = 443
            return
        }
        guard let number = UInt16(parts[1]), number > 0, String(number) == parts[1] else { return nil }
        port = Int(number)
    }

    /// The origin (RFC 6454, 6.2).
    var origin: String { "https://" + host + (port == 443 ? "" : ":\(port)") }

    private static func isPlain(_ byte: UInt8) -> Bool {
        DomainName.isLetterOrDigit(byte) || "-._~:/?&=%+,;!$'()*@".utf8.contains(byte)
    }
}

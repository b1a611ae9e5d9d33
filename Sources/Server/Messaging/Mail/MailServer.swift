package import Attendance
import FoundationEssentials

/// A server that accepts e-mail for delivery (RFC 5321, RFC 6409), with the account and the sender's address.
package struct MailServer: Sendable {
    /// Whether a connection must be encrypted.
    enum Encryption: Sendable {
        /// TLS from the first byte (`smtps`).
        case implicit
        /// STARTTLS; no message is sent without it.
        case startTLS
        /// STARTTLS if the server offers it.
        case startTLSIfOffered
    }

    let host: String
    let port: Int
    let encryption: Encryption
    let user: String?
    let password: String?
    let from: MailAddress
    /// This client's name for the server (EHLO).
    let clientName: String
    let caFile: String?

    /// - Parameters:
    ///   - url: `smtp://[user@]host[:587]` or `smtps://[user@]host[:465]`. The user's name is percent-encoded. With `smtp`, the
    ///     server must offer STARTTLS, unless it is on this machine.
    ///   - from: the sender, to whom undeliverable messages return.
    ///   - clientHost: this client's host for the server. Many servers refuse a name without a dot, so the sender's domain is
    ///     sent instead of such a name.
    ///   - caFile: certificates in PEM that are trusted instead of the system's.
    package init(
        url: String, password: String?, from: MailAddress, clientHost: String? = nil, caFile: String? = nil
    ) throws(MailServerError) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            ["smtp", "smtps"].contains(scheme), var host = parts.host?.lowercased(), ["", "/"].contains(parts.path),
            parts.query == nil, parts.fragment == nil
        else { throw .malformedURL }
        guard parts.password == nil else { throw .passwordInURL }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        let port = parts.port ?? (scheme == "smtps" ? 465 : 587)
        guard DomainName.isValid(host) || Self.isIPv6(host), (1...65_535).contains(port) else { throw .malformedURL }
        user = parts.user.flatMap { $0.isEmpty ? nil : $0 }
        guard user?.utf8.allSatisfy({ $0 > 0x1F && $0 != 0x7F }) != false else { throw .malformedURL }
        guard password == nil || user != nil else { throw .passwordWithoutUser }
        guard user == nil || password != nil else { throw .userWithoutPassword }
        // Data to this machine crosses no network, and mail servers for local programs rarely have a certificate for "localhost".
        // Any other host could be an attacker who leaves out STARTTLS.
        encryption =
            scheme == "smtps"
            ? .implicit : ["127.0.0.1", "::1", "localhost"].contains(host) ? .startTLSIfOffered : .startTLS
        self.host = host
        self.port = port
        self.password = password
        self.from = from
        clientName = clientHost.flatMap(Self.clientName) ?? String(from.domain)
        self.caFile = caFile
    }

    /// A host for EHLO: a name with a dot, or the literal of an address (RFC 5321, 4.1.3); nil for other text.
    private static func clientName(_ host: String) -> String? {
        let address = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()).lowercased() : host
        if isIPv6(address) { return "[IPv6:\(address)]" }
        guard DomainName.isValid(host), host.contains(".") else { return nil }
        return host.utf8.allSatisfy { "0123456789.".utf8.contains($0) } ? "[\(host)]" : host
    }

    private static func isIPv6(_ host: String) -> Bool {
        host.contains(":") && host.utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
    }

    /// Sends a message. It is sent when this returns: the server has it and delivers it or returns it to the sender.
    ///
    /// Takes at most 60 seconds, and once more as long if the server does not answer the end of the connection. A cancelled
    /// task stops within about a second; whether the server has the message is then unknown, as after a lost connection.
    /// - Parameter seconds: the time in the message, in seconds since 1970.
    /// - Throws: ``DeliveryError/refused(_:)`` if the server rejects the recipient or the text for good (5xx). Every other
    ///   failure is ``DeliveryError/unavailable(_:)``, also a wrong password, sender or EHLO name, which an administrator can
    ///   correct.
    package func send(_ message: MailMessage, at seconds: Int64) async throws(DeliveryError) {
        let bytes = message.bytes(from: from, at: seconds)
        let result = await BlockingCall.run { isCancelled in
            MailTransfer(bytes, isCancelled: isCancelled).run(to: message.to, through: self)
        }
        try result.get()
    }
}

/// For logs, without the password.
extension MailServer: CustomStringConvertible, CustomReflectable {
    package var description: String { "the mail server \(host):\(port)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

package import Foundation

extension URL {
    /// Whether no network can read or change requests to this URL: https, or http to this machine.
    package var isEncryptedOrLocal: Bool {
        guard let host = host(), !host.isEmpty else { return false }
        return scheme == "https" || (scheme == "http" && ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host))
    }
}

package import Foundation

extension URL {
    /// Whether the network between cannot read or change what goes to this address: https, or http to this machine.
    package var isEncryptedOrLocal: Bool {
        guard let host = host(), !host.isEmpty else { return false }
        return scheme == "https" || (scheme == "http" && ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host))
    }
}

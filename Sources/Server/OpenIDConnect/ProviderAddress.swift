import FoundationEssentials

/// Which addresses of a provider are accepted.
package enum ProviderAddress {
    /// Whether `address` can be an issuer: an accepted address without query and fragment (OpenID Connect Discovery 1.0, 3).
    package static func isIssuer(_ address: String) -> Bool {
        isEndpoint(address) && !address.contains("?") && !address.contains("#")
    }

    /// Whether `address` can be an endpoint: https, or http to this machine, without a user name.
    static func isEndpoint(_ address: String) -> Bool {
        // URL would percent-encode characters that an address may not contain (RFC 3986, 2).
        let isAddress = address.unicodeScalars.allSatisfy { scalar in
            scalar.value > 0x20 && scalar.value < 0x7F && !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
        }
        guard isAddress, let url = URL(string: address), url.user() == nil, let host = url.host(), !host.isEmpty else {
            return false
        }
        return url.scheme == "https"
            || (url.scheme == "http" && ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host))
    }
}

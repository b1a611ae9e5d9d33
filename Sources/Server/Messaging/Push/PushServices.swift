/// The hosts of push services to which the server may connect. A browser chooses the address of its subscription, so without this
/// list anybody could make the server send requests to any host.
package struct PushServices: Sendable {
    private struct Entry: Sendable {
        let name: String
        let port: Int
        /// The part after the `*`, with its dot; nil: only the host itself.
        let suffix: String?
    }

    private let entries: [Entry]

    /// - Parameter hosts: names, each with `:port` if the port is not 443. `*.example.com` allows all hosts below `example.com`,
    ///   but not `example.com` itself. A malformed entry allows nothing.
    package init(hosts: [String]) {
        entries = hosts.compactMap { host in
            let parts = host.lowercased().split(separator: ":", omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count), let port = parts.count == 2 ? Int(parts[1]) : 443 else { return nil }
            let name = String(parts[0])
            return Entry(name: name, port: port, suffix: name.hasPrefix("*.") ? String(name.dropFirst()) : nil)
        }
    }

    /// The services of Chrome, Edge, Firefox and Safari.
    package static let wellKnown = PushServices(hosts: [
        "fcm.googleapis.com", "updates.push.services.mozilla.com", "*.push.services.mozilla.com", "*.notify.windows.com",
        "*.push.apple.com",
    ])

    package func allows(_ endpoint: String) -> Bool {
        guard let endpoint = PushEndpoint(endpoint) else { return false }
        return entries.contains { entry in
            entry.port == endpoint.port && (entry.suffix.map(endpoint.host.hasSuffix) ?? (endpoint.host == entry.name))
        }
    }
}

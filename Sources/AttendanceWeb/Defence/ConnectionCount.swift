import NIOConcurrencyHelpers

/// How many connections are open, in all and from each site (``ClientAddress/site``).
final class ConnectionCount: Sendable {
    private struct Counts {
        var all = 0
        var bySite: [ClientAddress: Int] = [:]
    }

    private let limits: ConnectionLimits
    /// Proxies bring everybody's connections, and count in all alone.
    private let trustedProxies: TrustedProxies
    private let counts = NIOLockedValueBox(Counts())

    init(_ limits: ConnectionLimits, trustedProxies: TrustedProxies) {
        self.limits = limits
        self.trustedProxies = trustedProxies
    }

    /// Counts one more, where there is room. What was counted has to be told ``closed(_:)``.
    func opened(_ client: ClientAddress) -> Bool {
        let isProxy = trustedProxies.contains(client)
        return counts.withLockedValue { counts in
            let own = counts.bySite[client.site, default: 0]
            guard counts.all < limits.connections, isProxy || own < limits.connectionsPerClient else { return false }
            counts.all += 1
            counts.bySite[client.site] = own + 1
            return true
        }
    }

    func closed(_ client: ClientAddress) {
        counts.withLockedValue { counts in
            counts.all -= 1
            let own = counts.bySite[client.site, default: 1] - 1
            counts.bySite[client.site] = own > 0 ? own : nil
        }
    }
}

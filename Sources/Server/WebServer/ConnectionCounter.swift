import Attendance
import NIOConcurrencyHelpers

/// Counts open connections, in total and by site (``ClientAddress/site``).
final class ConnectionCounter: Sendable {
    private struct Counts {
        var total = 0
        var bySite: [ClientAddress: Int] = [:]
    }

    private let limits: ConnectionLimits
    /// Connections of trusted proxies count only in total, because they carry the requests of many clients.
    private let trustedProxies: TrustedProxies
    private let counts = NIOLockedValueBox(Counts())

    init(_ limits: ConnectionLimits, trustedProxies: TrustedProxies) {
        self.limits = limits
        self.trustedProxies = trustedProxies
    }

    /// Counts a new connection.
    /// - Returns: false if a limit is reached. Otherwise the caller must call ``close(_:)`` at the end of the connection.
    func open(_ client: ClientAddress) -> Bool {
        let isProxy = trustedProxies.contains(client)
        return counts.withLockedValue { counts in
            let ofSite = counts.bySite[client.site, default: 0]
            guard counts.total < limits.connections, isProxy || ofSite < limits.connectionsPerClient else { return false }
            counts.total += 1
            counts.bySite[client.site] = ofSite + 1
            return true
        }
    }

    func close(_ client: ClientAddress) {
        counts.withLockedValue { counts in
            counts.total -= 1
            let ofSite = counts.bySite[client.site, default: 1] - 1
            counts.bySite[client.site] = ofSite > 0 ? ofSite : nil
        }
    }
}

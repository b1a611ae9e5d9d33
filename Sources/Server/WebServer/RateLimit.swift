package import Attendance

/// How often an operation is allowed: a burst at once, then a steady rate.
package struct RateLimit: Sendable, Hashable {
    package let name: String
    package let burst: Int
    package let perSecond: Double

    package init(_ name: String, burst: Int, perSecond: Double) {
        self.name = name
        self.burst = burst
        self.perSecond = perSecond
    }

    /// The limit for all subscribers of an IPv6 site (``ClientAddress/site``) together: ten times as much as for one.
    private var ofSite: RateLimit { RateLimit(name + " of a site", burst: burst * 10, perSecond: perSecond * 10) }

    /// One use of this limit by the client's subscriber and, for IPv6, by its site.
    package func demands(of client: ClientAddress) -> [RateLimiter.Demand] {
        let subscriber: RateLimiter.Demand = (self, .address(client.subscriber))
        return client.family == .v4 ? [subscriber] : [subscriber, (ofSite, .address(client.site))]
    }
}

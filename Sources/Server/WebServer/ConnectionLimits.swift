package import NIOCore

/// Time limits of a connection, and limits on the number of connections.
package struct ConnectionLimits: Sendable, Equatable {
    /// From the opening of a connection to the last header of its first request, including the TLS handshake.
    package var headers: TimeAmount = .seconds(10)
    /// Without a request in progress.
    package var idle: TimeAmount = .seconds(60)
    /// The time of a request body or a response before ``rate`` applies.
    package var grace: TimeAmount = .seconds(30)
    /// The minimum average rate after ``grace``, in bytes per second, in either direction. Any telephone line is faster.
    package var rate = 500
    /// The longest request body in bytes, above the limit of any route. The server receives also a body that its route ignores.
    package var body = 16 * 1024 * 1024
    /// Open connections in total.
    package var connections = 20_000
    /// Open connections from one IPv4 address or IPv6 site. Many clients may share one address, so it is half of the total.
    package var connectionsPerClient: Int { max(1, connections / 2) }

    package init() {}
}

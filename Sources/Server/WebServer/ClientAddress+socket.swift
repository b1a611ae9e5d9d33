package import Attendance
package import NIOCore

extension ClientAddress {
    /// - Returns: nil for a Unix domain socket.
    package init?(_ address: SocketAddress?) {
        switch address {
        case .v4(let address): self.init(address.address.sin_addr)
        case .v6(let address): self.init(address.address.sin6_addr)
        case .unixDomainSocket, nil: return nil
        }
    }
}

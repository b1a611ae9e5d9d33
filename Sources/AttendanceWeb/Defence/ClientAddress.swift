import Glibc
package import NIOCore

/// An IP address that a request comes from. Kept while the request is answered; it is stored nowhere and logged nowhere.
package struct ClientAddress: Sendable, Hashable {
    package enum Family: Sendable { case v4, v6 }

    package let family: Family
    // Two halves instead of one UInt128, which is aligned to 16 bytes: Swift 6.3 builds programs that jump to address 0 when an
    // asynchronous function takes such a value as a parameter (seen in `PasswordWork.run`, debug build).
    private let high: UInt64
    private let low: UInt64

    /// The address as a number; of IPv4 the lower 32 bits.
    package var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }

    /// No address at all (RFC 6890, 2.2.2): a connection that is gone already, or a request without one.
    package static let unspecified = ClientAddress(.v4, 0)

    /// An IPv4 address that IPv6 carries (RFC 4291, 2.5.5.2) is the IPv4 address.
    private init(_ family: Family, _ bits: UInt128) {
        let isMapped = family == .v6 && bits >> 32 == 0xFFFF
        self.family = isMapped ? .v4 : family
        high = isMapped ? 0 : UInt64(bits >> 64)
        low = UInt64(truncatingIfNeeded: isMapped ? bits & 0xFFFF_FFFF : bits)
    }

    /// - Parameter text: dotted decimal, or IPv6 (RFC 4291, 2.2) without brackets and zone.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        guard !text.utf8.contains(0) else { return nil }
        var (v4, v6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &v4) == 1 {
            self.init(.v4, UInt128(UInt32(bigEndian: v4.s_addr)))
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            self.init(.v6, Self.bits(of: v6))
        } else {
            return nil
        }
    }

    package init?(_ address: SocketAddress?) {
        switch address {
        case .v4(let address): self.init(.v4, UInt128(UInt32(bigEndian: address.address.sin_addr.s_addr)))
        case .v6(let address): self.init(.v6, Self.bits(of: address.address.sin6_addr))
        case .unixDomainSocket, nil: return nil
        }
    }

    private static func bits(of address: in6_addr) -> UInt128 {
        withUnsafeBytes(of: address) { $0.reduce(0) { $0 << 8 | UInt128($1) } }
    }

    /// Whom a limit is about: one IPv4 address, or the 64 bits of IPv6 that one customer has at least (RFC 6177, 2), who may
    /// choose freely among the addresses behind them.
    package var subscriber: ClientAddress {
        family == .v4 ? self : ClientAddress(.v6, (bits >> 64) << 64)
    }

    /// The 48 bits of IPv6 that one customer may have at most (RFC 6177, 2), and with them 65,536 subscribers; one IPv4 address.
    package var site: ClientAddress {
        family == .v4 ? self : ClientAddress(.v6, (bits >> 80) << 80)
    }
}

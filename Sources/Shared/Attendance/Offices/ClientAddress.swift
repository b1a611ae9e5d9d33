package import Glibc

/// The IP address of a client. It is never stored or logged.
package struct ClientAddress: Sendable, Hashable {
    package enum Family: Sendable { case v4, v6 }

    package let family: Family
    // Two halves instead of one UInt128, which is aligned to 16 bytes: with Swift 6.3, an asynchronous function that takes such a
    // value as a parameter jumps to address 0 (seen in debug builds).
    private let high: UInt64
    private let low: UInt64

    /// The address as a number. IPv4 uses the lower 32 bits.
    package var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }

    /// No address (RFC 6890, 2.2.2): the connection is closed already, or the request has none.
    package static let unspecified = ClientAddress(.v4, 0)

    /// An IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) becomes the IPv4 address.
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
            self.init(v4)
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            self.init(v6)
        } else {
            return nil
        }
    }

    package init(_ address: in_addr) { self.init(.v4, UInt128(UInt32(bigEndian: address.s_addr))) }

    package init(_ address: in6_addr) {
        self.init(.v6, withUnsafeBytes(of: address) { $0.reduce(0) { $0 << 8 | UInt128($1) } })
    }

    /// The unit that limits count: one IPv4 address, or an IPv6 /64, the least that one customer has (RFC 6177, 2). The customer
    /// can choose any address in it.
    package var subscriber: ClientAddress {
        family == .v4 ? self : ClientAddress(.v6, (bits >> 64) << 64)
    }

    /// One IPv4 address, or an IPv6 /48 with 65,536 subscribers, the most that one customer has (RFC 6177, 2).
    package var site: ClientAddress {
        family == .v4 ? self : ClientAddress(.v6, (bits >> 80) << 80)
    }
}

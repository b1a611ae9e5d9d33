/// The addresses of a network, such as `10.0.0.0/8` or `2001:db8::/32` (CIDR, RFC 4632 and RFC 4291, 2.3).
package struct NetworkRange: Sendable, Hashable {
    private let base: ClientAddress
    /// The number of leading bits that identify the network.
    private let length: Int

    /// Why a text is no range, as a sentence for the administrator.
    package struct Malformed: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// - Parameter text: a range, or a single address.
    package init(_ text: some StringProtocol) throws(Malformed) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = ClientAddress(parts[0]) else {
            throw Malformed(
                description: "'\(text)' is not a network. Write it like 10.0.0.0/8 or 2001:db8::/32.")
        }
        let width = address.family == .v4 ? 32 : 128
        var length = width
        if parts.count == 2 {
            // The length of an IPv4-mapped IPv6 range includes the 96 leading bits.
            let skipped = address.family == .v4 && parts[0].contains(":") ? 96 : 0
            // PostgreSQL refuses a length such as 08, too.
            guard let number = Int(parts[1]), "\(number)" == parts[1], (skipped...width + skipped).contains(number) else {
                let most = width + skipped
                throw Malformed(
                    description:
                        "'\(text)' is not a network: write a number from \(skipped) to \(most) after the slash, without a "
                        + "zero before it.")
            }
            length = number - skipped
        }
        base = address
        self.length = length
        guard address.bits == address.bits & mask else {
            throw Malformed(
                description:
                    "'\(text)' is not a network: the address has bits after the first \(length). Check the number after "
                    + "the slash.")
        }
    }

    /// - Parameter list: ranges, separated by commas or white space.
    package static func list(_ list: String) throws(Malformed) -> [NetworkRange] {
        var ranges: [NetworkRange] = []
        for part in list.split(whereSeparator: { $0 == "," || $0.isWhitespace }) { ranges.append(try NetworkRange(part)) }
        return ranges
    }

    package func contains(_ address: ClientAddress) -> Bool {
        address.family == base.family && address.bits & mask == base.bits
    }

    private var mask: UInt128 {
        let width = base.family == .v4 ? 32 : 128
        return length == 0 ? 0 : UInt128.max << (width - length) & (UInt128.max >> (128 - width))
    }
}

import Attendance
import Crypto
import FoundationEssentials

/// The networks from which tags were tapped in the last two minutes, to flag a tag that is tapped from two. In memory only, hashed
/// with a random key.
actor TagNetworks {
    enum Tag: Sendable, Hashable {
        /// Read by a reader.
        case read(UID)
        /// The address of a desk's tag, opened by a phone. Tags without a desk are left out: people tap them on their way out, each
        /// from another network.
        case opened(TapKind, DeskID, office: String?)

        fileprivate var bytes: [UInt8] {
            switch self {
            case .read(let uid): [0] + uid.bytes
            case .opened(let kind, let desk, let office):
                Array("\(kind.rawValue)\0\(desk)\0\(office ?? "")".utf8)
            }
        }
    }

    private struct Sighting {
        var network: UInt64
        var at: Instant
    }

    /// Taps of one tag from two networks within this time are suspicious.
    private static let window = Duration.seconds(60)
    private static let lifetime = Duration.seconds(120)
    /// The number of networks kept for one tag: the latest.
    private static let networksOfTag = 4

    private let key = SymmetricKey(size: .bits256)
    private let capacity: Int
    private var sightings: [UInt64: [Sighting]] = [:]
    private var expiredAt = Instant(millisecondsSince1970: 0)

    /// - Parameter capacity: the number of tags. If more are tapped within the lifetime, all are removed.
    init(capacity: Int = 20_000) { self.capacity = capacity }

    /// Notes a tap of a tag.
    /// - Returns: whether the tag was tapped from another network within the last minute; false for an unknown address.
    func isSeenElsewhere(_ tag: Tag, from client: ClientAddress, now: Instant) -> Bool {
        guard client != .unspecified else { return false }
        removeExpired(now)
        let (tag, network) = (hash(tag.bytes), hash(client.network))
        let known = sightings[tag] ?? []
        let isElsewhere = known.contains { $0.network != network && now - $0.at <= Self.window }
        sightings[tag] =
            known.filter { $0.network != network }.suffix(Self.networksOfTag - 1)
            + [Sighting(network: network, at: now)]
        return isElsewhere
    }

    var count: Int { sightings.count }

    private func removeExpired(_ now: Instant) {
        let isFull = sightings.count >= capacity
        guard isFull || now - expiredAt > Self.window else { return }
        expiredAt = now
        sightings = sightings.filter { $0.value.contains { now - $0.at <= Self.lifetime } }
        if sightings.count >= capacity { sightings = [:] }
    }

    private func hash(_ bytes: [UInt8]) -> UInt64 {
        HMAC<SHA256>.authenticationCode(for: bytes, using: key).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension ClientAddress {
    /// The first 24 bits of IPv4, or 48 of IPv6, the most that one site has (RFC 6177, 2).
    fileprivate var network: [UInt8] {
        let (bits, count) = family == .v4 ? (bits >> 8, 3) : (bits >> 80, 6)
        return [UInt8(count)] + (0..<count).map { UInt8(truncatingIfNeeded: bits >> (8 * (count - 1 - $0))) }
    }
}

import Attendance
import Crypto
import FoundationEssentials
import WebServer

/// From which networks tags were tapped just now, to notice one that is tapped from two. It is kept in this process alone, hashed
/// with a key that nobody has, and for two minutes.
actor TagNetworks {
    /// What was tapped.
    enum Tag: Sendable, Hashable {
        /// A tag that a reader read.
        case read(UID)
        /// The one at a desk that a phone opened. One for any desk is everybody's on their way out, with a network each.
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

    /// Milliseconds within which one tag is not at two places.
    private static let window: Int64 = 60_000
    private static let lifetime: Int64 = 120_000
    /// Networks kept of one tag, the latest.
    private static let networksOfTag = 4

    private let key = SymmetricKey(size: .bits256)
    private let capacity: Int
    private var sightings: [UInt64: [Sighting]] = [:]
    private var tidiedAt = Instant(millisecondsSince1970: 0)

    /// - Parameter capacity: above so many tags within the lifetime the memory begins anew.
    init(capacity: Int = 20_000) { self.capacity = capacity }

    /// Notes that a tag was tapped now.
    /// - Returns: whether it was tapped from another network within the last minute.
    func isSeenElsewhere(_ tag: Tag, from client: ClientAddress, now: Instant) -> Bool {
        guard client != .unspecified else { return false }
        tidy(now)
        let (tag, network) = (hash(tag.bytes), hash(client.network))
        let known = sightings[tag] ?? []
        let isElsewhere = known.contains { $0.network != network && now.milliseconds(since: $0.at) <= Self.window }
        sightings[tag] =
            known.filter { $0.network != network }.suffix(Self.networksOfTag - 1)
            + [Sighting(network: network, at: now)]
        return isElsewhere
    }

    var count: Int { sightings.count }

    private func tidy(_ now: Instant) {
        let isFull = sightings.count >= capacity
        guard isFull || now.milliseconds(since: tidiedAt) > Self.window else { return }
        tidiedAt = now
        sightings = sightings.filter { $0.value.contains { now.milliseconds(since: $0.at) <= Self.lifetime } }
        if sightings.count >= capacity { sightings = [:] }
    }

    private func hash(_ bytes: [UInt8]) -> UInt64 {
        HMAC<SHA256>.authenticationCode(for: bytes, using: key).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension ClientAddress {
    /// The first 24 bits of IPv4, or 48 of IPv6, which one site has at most (RFC 6177, 2).
    fileprivate var network: [UInt8] {
        let (bits, count) = family == .v4 ? (bits >> 8, 3) : (bits >> 80, 6)
        return [UInt8(count)] + (0..<count).map { UInt8(truncatingIfNeeded: bits >> (8 * (count - 1 - $0))) }
    }
}

import Attendance
import Crypto
import FoundationEssentials
import Synchronization

/// The networks from which tags were tapped in the last two minutes, to flag a tag that is tapped from two. In memory only, hashed
/// with a random key.
final class TagNetworks: Sendable {
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

    private struct State {
        var sightings: [UInt64: [Sighting]] = [:]
        var expiredAt = Instant(millisecondsSince1970: 0)
    }

    /// Taps of one tag from two networks within this time are suspicious.
    private static let window = Duration.seconds(60)
    private static let lifetime = Duration.seconds(120)
    /// The number of networks kept for one tag: the latest.
    private static let networksOfTag = 4

    private let key = SymmetricKey(size: .bits256)
    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: the number of tags. If more are tapped within the lifetime, all are removed.
    init(capacity: Int = 20_000) { self.capacity = capacity }

    /// Notes a tap of a tag.
    /// - Returns: whether the tag was tapped from another network within the last minute; false for an unknown address.
    func isSeenElsewhere(_ tag: Tag, from client: ClientAddress, now: Instant) -> Bool {
        guard client != .unspecified else { return false }
        let (tag, network) = (hash(tag.bytes), hash(client.network))
        return state.withLock { state in
            removeExpired(from: &state, now)
            let known = state.sightings[tag] ?? []
            state.sightings[tag] =
                known.filter { $0.network != network }.suffix(Self.networksOfTag - 1)
                + [Sighting(network: network, at: now)]
            return known.contains { $0.network != network && now - $0.at <= Self.window }
        }
    }

    var count: Int { state.withLock { $0.sightings.count } }

    private func removeExpired(from state: inout State, _ now: Instant) {
        let isFull = state.sightings.count >= capacity
        guard isFull || now - state.expiredAt > Self.window else { return }
        state.expiredAt = now
        state.sightings = state.sightings.filter { $0.value.contains { now - $0.at <= Self.lifetime } }
        if state.sightings.count >= capacity { state.sightings = [:] }
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

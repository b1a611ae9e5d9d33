package import Attendance
import Synchronization

/// A token bucket for each limit and subject (the generic cell rate algorithm of ITU-T I.371, which needs one number for a
/// bucket). Each server process counts separately.
package final class RateLimiter: Sendable {
    /// What a limit counts.
    package enum Subject: Sendable, Hashable {
        case address(ClientAddress)
        /// A number of the application, unique for its kind.
        case number(Int64, kind: String)
        /// A text of the application, such as an unverified name.
        case name(String)
    }

    /// One use of a limit by a subject.
    package typealias Demand = (limit: RateLimit, subject: Subject)

    private struct Key: Hashable {
        let limit: RateLimit
        let subject: Subject
    }

    private let capacity: Int
    /// When each bucket is full again, in milliseconds of the caller's clock. Full buckets need not be kept.
    private let fullAt = Mutex<[Key: Double]>([:])

    /// - Parameter capacity: the maximum number of buckets. Above it the fuller half is discarded, which has the fewest recent uses.
    package init(capacity: Int = 100_000) { self.capacity = capacity }

    /// Takes tokens from each bucket, or from none if one bucket has too few.
    /// - Parameter count: the number of tokens from each bucket.
    /// - Returns: nil if the operation is allowed, otherwise the time after which it is, in whole seconds.
    package func take(_ demands: [Demand], count: Int = 1, now: Instant) -> Duration? {
        fullAt.withLock { fullAt in
            if let wait = Self.wait(demands, count: count, now: now, fullAt) { return wait }
            let now = Double(now.millisecondsSince1970)
            for demand in demands {
                let cost = 1000 / demand.limit.perSecond * Double(count)
                let key = Key(limit: demand.limit, subject: demand.subject)
                fullAt[key] = max(fullAt[key] ?? 0, now) + cost
            }
            if fullAt.count > capacity { discard(from: &fullAt, now: now) }
            return nil
        }
    }

    /// Like ``take(_:count:now:)``, but takes no token.
    package func wait(_ demands: [Demand], count: Int = 1, now: Instant) -> Duration? {
        fullAt.withLock { Self.wait(demands, count: count, now: now, $0) }
    }

    private static func wait(_ demands: [Demand], count: Int, now: Instant, _ fullAt: [Key: Double]) -> Duration? {
        let now = Double(now.millisecondsSince1970)
        var longest = 0.0
        for demand in demands {
            let cost = 1000 / demand.limit.perSecond
            let full = max(fullAt[Key(limit: demand.limit, subject: demand.subject)] ?? 0, now)
            longest = max(longest, full + cost * Double(count) - now - cost * Double(demand.limit.burst))
        }
        // A rounding error is no wait.
        return longest > 0.001 ? .seconds(max(1, Int((longest / 1000).rounded(.up)))) : nil
    }

    /// Returns a token to each bucket, for a use that does not count after all.
    package func giveBack(_ demands: [Demand]) {
        fullAt.withLock { fullAt in
            for demand in demands {
                fullAt[Key(limit: demand.limit, subject: demand.subject)]? -= 1000 / demand.limit.perSecond
            }
        }
    }

    /// The number of buckets.
    package var count: Int { fullAt.withLock(\.count) }

    private func discard(from fullAt: inout [Key: Double], now: Double) {
        fullAt = fullAt.filter { $0.value > now }
        guard fullAt.count > capacity else { return }
        let middle = fullAt.values.sorted()[fullAt.count / 2]
        fullAt = fullAt.filter { $0.value > middle }
    }
}

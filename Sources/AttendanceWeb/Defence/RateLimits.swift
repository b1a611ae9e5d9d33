package import Attendance

/// How often something may be done: so many times at once, and then so many a second.
package struct RateLimit: Sendable, Hashable {
    package let name: String
    package let burst: Int
    package let perSecond: Double

    package init(_ name: String, burst: Int, perSecond: Double) {
        self.name = name
        self.burst = burst
        self.perSecond = perSecond
    }
}

/// Who did how much of late: a token bucket for each limit and subject (the generic cell rate algorithm, ITU-T I.371, which
/// needs one number for it). Each server process counts for itself.
package actor RateLimits {
    /// Whom a limit is about.
    package enum Subject: Sendable, Hashable {
        case person(Int64)
        case reader(Int64)
        case provisioner(Int64)
        case display(Int64)
        case address(ClientAddress)
        /// What somebody claims to be.
        case name(String)
    }

    /// One use of what a limit allows a subject.
    package typealias Demand = (limit: RateLimit, subject: Subject)

    private struct Key: Hashable {
        let limit: RateLimit
        let subject: Subject
    }

    private let capacity: Int
    /// When each bucket will be full again, in milliseconds since 1970. Full ones need not be kept.
    private var fullAt: [Key: Double] = [:]

    /// - Parameter capacity: how many buckets are kept. Beyond it the fuller half goes: those who did least are forgiven first.
    package init(capacity: Int = 100_000) { self.capacity = capacity }

    /// Takes tokens of each of some limits, or none where one of them has too few left.
    /// - Parameter count: tokens of each.
    /// - Returns: nil where it may be done, else the seconds after which it may.
    package func take(_ demands: [Demand], count: Int = 1, now: Instant) -> Int? {
        if let wait = wait(demands, count: count, now: now) { return wait }
        for demand in demands {
            let key = Key(limit: demand.limit, subject: demand.subject)
            let cost = 1000 / demand.limit.perSecond * Double(count)
            fullAt[key] = max(fullAt[key] ?? 0, Double(now.millisecondsSince1970)) + cost
        }
        if fullAt.count > capacity { forget(now: now) }
        return nil
    }

    /// The same without taking anything: for what counts only if it fails.
    package func wait(_ demands: [Demand], count: Int = 1, now: Instant) -> Int? {
        let now = Double(now.millisecondsSince1970)
        var longest = 0.0
        for demand in demands {
            let cost = 1000 / demand.limit.perSecond
            let full = max(fullAt[Key(limit: demand.limit, subject: demand.subject)] ?? 0, now)
            longest = max(longest, full + cost * Double(count) - now - cost * Double(demand.limit.burst))
        }
        // What is left of rounding is no wait.
        return longest > 0.001 ? max(1, Int((longest / 1000).rounded(.up))) : nil
    }

    /// Puts back a token of each that turned out not to count.
    func giveBack(_ demands: [Demand]) {
        for demand in demands { fullAt[Key(limit: demand.limit, subject: demand.subject)]? -= 1000 / demand.limit.perSecond }
    }

    var count: Int { fullAt.count }

    private func forget(now: Instant) {
        let now = Double(now.millisecondsSince1970)
        fullAt = fullAt.filter { $0.value > now }
        guard fullAt.count > capacity else { return }
        let middle = fullAt.values.sorted()[fullAt.count / 2]
        fullAt = fullAt.filter { $0.value > middle }
    }
}

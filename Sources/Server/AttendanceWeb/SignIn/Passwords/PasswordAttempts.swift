import Attendance
import WebServer

/// Limits wrong passwords by address and by user name. A browser in which the person signed in before has its own count, so
/// that an attacker cannot lock the person out of it. All such browsers and sessions of a person share another count: with a
/// stolen session, codes for phones make any number of them.
///
/// The counts are in memory, separate in each server process.
struct PasswordAttempts: Sendable {
    /// A browser in which the person signed in before.
    private static let knownDevice = RateLimit("password device", burst: 20, perSecond: 1 / 60)
    /// One user name from all browsers in which the person signed in before.
    private static let userOnKnownDevices = RateLimit("password user on known devices", burst: 60, perSecond: 1 / 60)
    /// One user name from one address.
    private static let userAtAddress = RateLimit("password user at address", burst: 10, perSecond: 1 / 90)
    /// One address, which may be shared by a whole office.
    private static let address = RateLimit("password address", burst: 100, perSecond: 1 / 10)
    /// One user name from all unknown browsers.
    private static let user = RateLimit("password user", burst: 100, perSecond: 1 / 36)

    enum Admission: Sendable {
        /// Counted as wrong until ``succeeded(_:)``. Otherwise thousands of simultaneous attempts would pass before the first
        /// is known to be wrong.
        case admitted([RateLimiter.Demand])
        /// Refused without being counted, with the time until the next attempt is allowed.
        case later(Duration)
    }

    private let limits = RateLimiter(capacity: 50_000)
    /// The number of counts in memory.
    var size: Int { limits.count }

    /// - Parameters:
    ///   - device: the number of a browser in which the person signed in before (``DeviceCookie``).
    ///   - client: the address of the attempt.
    func admit(user: String, device: String?, client: ClientAddress, now: Instant) -> Admission {
        // All spellings of a user name share one count.
        let user = UserName.key(user)
        let demands: [RateLimiter.Demand] =
            if let device {
                [(Self.knownDevice, .name(device)), (Self.userOnKnownDevices, .name(user))]
            } else {
                [(Self.userAtAddress, .name("\(user)\n\(client.subscriber)")), (Self.user, .name(user))]
                    + Self.address.demands(of: client)
            }
        return limits.take(demands, now: now).map { .later($0) } ?? .admitted(demands)
    }

    /// Reverts the count of an attempt whose password was right.
    func succeeded(_ demands: [RateLimiter.Demand]) { limits.giveBack(demands) }
}

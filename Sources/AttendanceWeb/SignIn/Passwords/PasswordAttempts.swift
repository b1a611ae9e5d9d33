import Attendance
import WebServer

/// Counts wrong passwords, and says when another may be tried. Whoever guesses is slowed down by address and by the name they
/// guess for; a browser in which the person signed in before is counted by itself, so nobody's guessing keeps them out of it.
///
/// Counts are each server process's own and end with it.
struct PasswordAttempts: Sendable {
    /// A browser in which the person signed in before.
    private static let knownDevice = RateLimit("password device", burst: 20, perSecond: 1 / 60)
    /// One user name from one address.
    private static let userAtAddress = RateLimit("password user at address", burst: 10, perSecond: 1 / 90)
    /// One address: an office has one for everybody in it.
    private static let address = RateLimit("password address", burst: 100, perSecond: 1 / 10)
    /// One user name from everywhere that is not known.
    private static let user = RateLimit("password user", burst: 100, perSecond: 1 / 36)

    enum Admission: Sendable {
        /// Counted as wrong until ``succeeded(_:)``: thousands at once must not all pass while none is known to be wrong.
        case admitted([RateLimiter.Demand])
        /// Refused, and not counted; the seconds after which another may be tried.
        case later(seconds: Int)
    }

    private let limits = RateLimiter(capacity: 50_000)
    /// How much is remembered.
    var size: Int { get async { await limits.count } }

    /// - Parameters:
    ///   - device: the browser's own number, where the person signed in in it before.
    ///   - client: the address that the attempt comes from.
    func admit(user: String, device: String?, client: ClientAddress, now: Instant) async -> Admission {
        // A user name is the same in capital and small letters, and so is counted once.
        let user = user.lowercased()
        let demands: [RateLimiter.Demand] =
            if let device {
                [(Self.knownDevice, .name(device))]
            } else {
                [(Self.userAtAddress, .name("\(user)\n\(client.subscriber)")), (Self.user, .name(user))]
                    + Self.address.demands(of: client)
            }
        return await limits.take(demands, now: now).map { .later(seconds: $0) } ?? .admitted(demands)
    }

    /// Takes back what was counted for an attempt that turned out right.
    func succeeded(_ demands: [RateLimiter.Demand]) async { await limits.giveBack(demands) }
}

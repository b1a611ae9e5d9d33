import Attendance
import AttendanceStore
import Hummingbird
import Localization

/// What an administrator does that could make another person an administrator, or let somebody in as another person, takes a sign-in
/// of the last minutes. A browser that was left open, or a stolen session, does not suffice.
enum FreshSignIn {
    /// In seconds: 15 minutes.
    static let lifetime: Int64 = 900
}

extension WebContext {
    /// - Throws: ``WebError/browserNeeded`` for a program's key, ``WebError/freshSignInNeeded``.
    func requireFreshSignIn(now: Instant) throws(WebError) {
        let session = try ownSession()
        guard now.seconds - session.authenticatedAt.seconds <= FreshSignIn.lifetime else { throw .freshSignInNeeded }
    }
}

extension WebError {
    static var freshSignInNeeded: WebError {
        WebError(
            .forbidden, localized("error.freshSignIn", ["minutes": "\(FreshSignIn.lifetime / 60)"]),
            reason: .freshSignInNeeded)
    }
}

import Attendance
import AttendanceStore
import Hummingbird
import Localization

/// The age limit of a sign-in for actions that could make another person an administrator, give access as another person, or
/// delete records early. An unattended browser or a stolen session does not suffice for them.
enum FreshSignIn {
    static let lifetime = Duration.seconds(15 * 60)
}

extension WebContext {
    var hasFreshSignIn: Bool { (try? requireFreshSignIn()) != nil }

    /// - Throws: ``WebError/browserNeeded`` for an API key, ``WebError/freshSignInNeeded``.
    func requireFreshSignIn() throws(WebError) {
        let session = try ownSession()
        guard now.wholeSeconds(since: session.authenticatedAt) <= FreshSignIn.lifetime else { throw .freshSignInNeeded }
    }
}

extension WebError {
    static var freshSignInNeeded: WebError {
        WebError(
            .forbidden, localized("error.freshSignIn", ["minutes": "\(FreshSignIn.lifetime.minutes)"]),
            reason: .freshSignInNeeded)
    }
}

package import Attendance
import AttendanceStore
package import Hummingbird
package import NIOCore
import WebServer

/// The context of a request: the connection, the client's address, the authenticated sender and the time of arrival.
package struct WebContext: ConnectionContext {
    typealias Handler = @Sendable (Request, WebContext) async throws -> Response

    package var coreContext: CoreRequestContextStorage
    var identity: Identity = .anonymous
    package var client: ClientAddress
    package let channel: any Channel
    /// When the request arrived, by the server's clock.
    package var now = Instant(millisecondsSince1970: 0)

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        client = ClientAddress(source.channel.remoteAddress) ?? .unspecified
        channel = source.channel
    }

    /// The session of a signed-in browser.
    var session: SignInSession? {
        guard case .person(_, let session) = identity else { return nil }
        return session
    }

    /// The key of the wall display that sends the request.
    var displayKey: String? {
        guard case .display(_, let key) = identity else { return nil }
        return key
    }

    /// The session of a signed-in browser, for ``Permission/manageOwnAccount``.
    /// - Throws: ``WebError/browserNeeded``.
    func ownSession() throws(WebError) -> SignInSession {
        guard let session else { throw .browserNeeded }
        return session
    }

    /// The person signed in.
    /// - Throws: ``WebError/signInNeeded``.
    func person() throws(WebError) -> Person {
        guard let person = identity.person else { throw .signInNeeded }
        return person
    }

    /// The author of a change that the request makes.
    /// - Throws: ``WebError/signInNeeded``.
    func author() throws(WebError) -> ChangeAuthor { .person(try tagWriter().id) }

    /// Whether the sender has a key for tags.
    var isTagWriter: Bool { if case .tagWriter = identity { true } else { false } }

    /// The administrator who writes tags, or for whom a program does.
    /// - Throws: ``WebError/signInNeeded``.
    func tagWriter() throws(WebError) -> Person {
        guard case .tagWriter(let person) = identity else { return try person() }
        return person
    }

    /// The viewer of an event stream.
    /// - Throws: ``WebError/signInNeeded``.
    func viewer() throws(WebError) -> RateLimiter.Subject {
        if case .display(let display, _) = identity { return .display(display.id) }
        return .person(try person().id)
    }

    /// The identity provider's program, authenticated by its key.
    /// - Throws: ``WebError/signInNeeded``.
    func provisioner() throws(WebError) -> Provisioner {
        guard case .provisioner(let provisioner) = identity else { throw .signInNeeded }
        return provisioner
    }
}

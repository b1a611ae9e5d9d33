import Attendance
import AttendanceStore
import Hummingbird
import WebServer

/// The credential with which a stream was opened. The stream ends when the credential becomes invalid or its person changes.
enum StreamCredential: Sendable {
    case session(SignInSession)
    /// An API key and its person.
    case key(String, Person)
    case display(String)

    /// - Throws: ``WebError/signInNeeded`` for a request without credentials.
    init(_ request: Request, _ context: WebContext) throws {
        if let session = context.session {
            self = .session(session)
        } else if let key = context.displayKey {
            self = .display(key)
        } else if let key = request.bearerKey {
            self = .key(key, try context.person())
        } else {
            throw WebError.signInNeeded
        }
    }

    func isGood(_ access: AccessCache, now: Instant) async throws -> Bool {
        switch self {
        case .session(let session): try await access.isGoing(session, now: now)
        case .key(let key, let person): try await access.person(withKey: key, now: now) == person
        case .display(let key): try await access.display(withKey: key, now: now) != nil
        }
    }
}

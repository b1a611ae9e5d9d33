import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird

/// Finds out who sends a request: a reader by its key, a person by their cookie or by the key of a program of theirs.
struct Authentication: RouterMiddleware {
    let access: AccessCache
    let cookies: SessionCookie
    let now: @Sendable () -> Instant

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let authorization = request.headers[.authorization] {
            guard authorization.lowercased().hasPrefix("bearer ") else { throw WebError.unknownKey }
            let key = String(authorization.dropFirst(7))
            if let reader = try await access.reader(withKey: key, now: now()) {
                context.identity = .reader(reader)
            } else if let person = try await access.person(withKey: key, now: now()) {
                context.identity = .person(person)
            } else {
                throw WebError.unknownKey
            }
        } else if let cookie = request.cookies[SessionCookie.name]?.value, let id = cookies.person(in: cookie, now: now()),
            let person = try await access.person(id, now: now())
        {
            context.identity = .person(person)
        }
        return try await next(request, context)
    }
}

import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// Authenticates requests: a reader, an identity provider or a person's program by its key, a person by the session cookie, and
/// a wall display by its cookie.
struct Authentication: Sendable {
    let access: AccessCache
    let sessions: SessionStore
    let cookies: Cookies
    let rateLimiter: RateLimiter
    let trustedProxies: TrustedProxies

    /// The sender of a request.
    /// - Throws: ``WebError/unknownKey``, ``WebError/tooOften(_:)``, ``WebError/certificateMissing``, ``WebError/wrongCertificate``.
    func identity(of request: Request, _ context: WebContext) async throws -> Identity {
        do {
            return try await knownIdentity(of: request, context)
        } catch let error as WebError where error.status == .unauthorized {
            let demands = trustedProxies.demands(.unknownKeys, of: context.client)
            guard let wait = rateLimiter.take(demands, now: context.now) else { throw error }
            throw WebError.tooOften(wait)
        }
    }

    private func knownIdentity(of request: Request, _ context: WebContext) async throws -> Identity {
        let now = context.now
        if request.headers.contains(.authorization) {
            guard let key = request.bearerKey else { throw WebError.unknownKey }
            if let reader = try await access.reader(withKey: key, now: now) {
                try await checkCertificate(of: reader, context, now: now)
                return .reader(reader)
            }
            if let holder = try await access.keyHolder(withKey: key, now: now) {
                return holder.use == .tags ? .tagWriter(holder.person) : .person(holder.person, nil)
            }
            if let provisioner = try await access.provisioner(withKey: key, now: now) { return .provisioner(provisioner) }
            throw WebError.unknownKey
        }
        if let token = cookies.session.value(in: request),
            let session = try await access.session(withToken: token, now: now)
        {
            return .person(session.person, session)
        }
        if let key = cookies.display.value(in: request),
            let display = try await access.display(withKey: key, now: now)
        {
            return .display(display, key: key)
        }
        return .anonymous
    }

    /// Compares the connection's client certificate with the one that the reader is bound to. A reader without a binding needs
    /// none.
    /// - Throws: ``WebError/certificateMissing``, ``WebError/wrongCertificate``.
    private func checkCertificate(of reader: Reader, _ context: WebContext, now: Instant) async throws {
        guard let needed = reader.certificate else { return }
        let refusal = "refused the key of the reader number \(reader.id)"
        guard let shown = await context.clientCertificate() else {
            context.logger.warning("\(refusal): no client certificate")
            throw WebError.certificateMissing
        }
        guard shown.fingerprint == needed else {
            context.logger.warning("\(refusal): wrong client certificate \(shown.fingerprint)")
            throw WebError.wrongCertificate
        }
        guard now < shown.end else {
            context.logger.warning("\(refusal): its certificate expired at \(shown.end.rfc3339())")
            throw WebError.wrongCertificate
        }
        access.saw(reader, now: now)
    }

    /// Replaces the browser's session token regularly, except on a stream, whose headers are already sent.
    func renewSession(_ request: Request, _ response: inout Response, _ context: WebContext) async {
        guard let session = context.session, session.needsRenewal(at: context.now) else { return }
        guard response.headers[.setCookie] == nil, response.headers[.contentType] != "text/event-stream" else { return }
        do {
            guard let token = try await sessions.renew(session, now: context.now) else { return }
            cookies.session.set(token, lifetime: session.cookieLifetime(at: context.now), on: &response)
        } catch {
            // The request itself succeeded; the next request renews the token.
            context.logger.warning("a session token was not renewed: \(error)")
        }
    }
}

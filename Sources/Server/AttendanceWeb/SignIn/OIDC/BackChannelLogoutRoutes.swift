import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Logging
import OpenIDConnect
import WebServer

/// Ends the sessions that the provider reports as ended (OpenID Connect Back-Channel Logout 1.0).
///
/// The provider sends the request itself, without a browser and without a key: the token's signature authenticates it.
struct BackChannelLogoutRoutes {
    let provider: IdentityProvider
    let sessions: SessionStore
    let access: AccessCache

    /// Maximum bytes of a request; a token is far shorter.
    private static let maximumBody = 16 * 1024

    func endSessions(_ request: Request, _ context: WebContext) async throws -> Response {
        let body = String(buffer: try await request.body(upTo: Self.maximumBody))
        do {
            try await endSessions(form: body, context)
            return Response(status: .ok, headers: [.cacheControl: "no-store"])
        } catch let error as OpenIDConnectError {
            context.logger.warning("logout by \(provider.settings.issuer) refused: \(error)")
            // The log contains the reason. The response has only what the specification demands (2.8).
            return .json(["error": "invalid_request"], status: .badRequest)
        }
    }

    private func endSessions(form: String, _ context: WebContext) async throws {
        guard let fields = try? QueryParameters(form, maximumLength: Self.maximumBody, maximumQueryLength: Self.maximumBody),
            let text = fields["logout_token"], !text.isEmpty
        else { throw OpenIDConnectError.missingLogoutToken }
        let now = context.now
        let token = try await provider.client.logoutToken(text, now: now.date)
        // Identifiers are stored for longer than a token is accepted, because clocks differ.
        let earliest = now - LogoutToken.lifetime * 2
        guard
            let ended = try await sessions.endSessions(
                from: provider.settings.issuer, subject: token.subject, session: token.sessionID, token: token.id,
                earliest: earliest, now: now)
        else { throw OpenIDConnectError.reusedLogoutToken }
        if ended > 0 { access.invalidate() }
        context.logger.notice("logout by \(provider.settings.issuer): sessions ended: \(ended)")
    }
}

import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Logging

/// Ends sessions when the provider says that they are over (OpenID Connect Back-Channel Logout 1.0).
///
/// The provider itself sends the request, without a browser and without a key: the signature of its token is the proof.
struct BackChannelLogoutRoutes {
    let services: WebServices
    let provider: OIDCProvider

    /// Bytes of a request. A token is far shorter.
    private static let maximumBody = 16 * 1024

    func add(to routes: inout Routes) {
        routes.post(Address.backChannelLogout, .enter) { request, _ in
            let body = String(buffer: try await request.body(upTo: Self.maximumBody))
            do {
                try await end(body)
                return Response(status: .ok, headers: [.cacheControl: "no-store"])
            } catch let problem as OIDCProblem {
                services.logger.warning("logout by \(provider.settings.issuer) refused: \(problem)")
                // What is wrong is in the log; the answer says no more than the specification asks for (2.8).
                return .json(["error": "invalid_request"], status: .badRequest)
            }
        }
    }

    /// - Parameter form: the body of the request.
    private func end(_ form: String) async throws {
        guard let fields = try? QueryParameters(form, maximumLength: Self.maximumBody, maximumQueryLength: Self.maximumBody),
            let token = fields["logout_token"], !token.isEmpty
        else { throw OIDCProblem.malformedToken("there is no logout token") }
        let now = services.now()
        let logout = try await provider.logout(token, now: now)
        // Clocks differ: a token is remembered for longer than it can be taken.
        let earliest = now.adding(seconds: -2 * Logout.lifetime)
        guard
            let ended = try await services.store.sessions.endSessions(
                from: provider.settings.issuer, subject: logout.subject, session: logout.session, token: logout.token,
                earliest: earliest, now: now)
        else { throw OIDCProblem.usedLogoutToken }
        if ended > 0 { await services.access.empty() }
        services.logger.notice("logout by \(provider.settings.issuer): sessions ended: \(ended)")
    }
}

import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import Logging

/// Signing in by an identity provider, and out of it.
struct OIDCRoutes {
    let services: WebServices
    let provider: OIDCProvider

    func add(to routes: inout Routes) {
        // The button is a link: a browser would not follow a form to another site (CSP, form-action).
        routes.get(Address.oidc, .enter) { request, _ in
            let address = try ReturnAddress.wanted(by: request)
            return try await explaining(request) {
                let isAgain = try SignInRoutes.isAgain(request)
                let (place, cookie) = try await provider.begin(to: address ?? .map, isAgain: isAgain, now: services.now())
                var response = Response.redirect(place)
                services.attemptCookie.set(cookie, lifetime: SignInAttempt.lifetime, on: &response)
                return response
            }
        }
        // The one GET that writes: the provider sends the browser here by a redirect (OpenID Connect Core 1.0, 3.1.2.5).
        // Opening the address alone does nothing: it takes the cookie of an attempt begun in this browser, and a code is good
        // once.
        routes.get(Address.oidcCallback, .enter) { request, _ in
            var response = try await explaining(request) {
                let finished = try await provider.finish(
                    request.uri.query, cookie: services.attemptCookie.value(in: request), now: services.now())
                let person = try await person(finished.claims)
                var response = try await SignIn(services: services).begin(
                    for: person, by: .provider, from: origin(finished.claims), request, then: finished.address)
                if finished.idToken.utf8.count <= BrowserCookie.longestValue {
                    services.idTokenCookie.set(
                        finished.idToken, lifetime: min(SignInSession.idleLifetime, provider.settings.sessionLength),
                        on: &response)
                }
                return response
            }
            services.attemptCookie.remove(from: &response)
            return response
        }
        BackChannelLogoutRoutes(services: services, provider: provider).add(to: &routes)
    }

    private func origin(_ claims: Claims) -> SessionOrigin {
        let now = services.now()
        var origin = SessionOrigin(
            issuer: provider.settings.issuer, providerSession: claims.providerSession,
            expiresAt: now.adding(seconds: provider.settings.sessionLength))
        // A provider that knew the person already did not ask them.
        origin.authenticatedAt = claims.authenticatedAt.map { min($0, now) }
        return origin
    }

    private func person(_ claims: Claims) async throws -> Person {
        let provided = try provider.settings.person(claims)
        switch try await services.store.identities.signIn(provided, now: services.now()) {
        case .person(let person, let changes):
            for change in changes {
                services.logger.notice("sign-in by \(provided.issuer): '\(person.userName)' \(change)")
            }
            return person
        case .left(let userName): throw OIDCProblem.left(userName: userName)
        case .leftAndErased: throw OIDCProblem.leftAndErased
        case .userNameNotFree(let until): throw OIDCProblem.userNameNotFree(userName: provided.userName, until: until)
        case .unverifiedUserName: throw OIDCProblem.unverifiedUserName(userName: OIDCProblem.shown(provided.userName))
        case .noAccount:
            throw OIDCProblem.noAccount(userName: provided.userName, subject: OIDCProblem.shown(provided.subject))
        case .userNameTaken:
            throw OIDCProblem.userNameTaken(userName: provided.userName, subject: OIDCProblem.shown(provided.subject))
        }
    }

    /// Says calmly that it did not work, and to the log precisely why.
    private func explaining(_ request: Request, _ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let problem as OIDCProblem {
            services.logger.warning("sign-in by \(provider.settings.issuer) refused: \(problem)")
            let error = WebError(problem, retryAfter: 5)
            guard request.wantsPage else { throw error }
            return try services.pages.render(SignInFailurePage(sentence: error.sentence), status: error.status)
        }
    }
}

extension WebServices {
    /// Holds what an attempt at the provider began with.
    fileprivate var attemptCookie: BrowserCookie { BrowserCookie("desktap-oidc", publicURL: publicURL) }

    /// Holds the token by which the session began, and by which it is to be ended at the provider too. It opens nothing, and goes
    /// to the address of signing out alone.
    var idTokenCookie: BrowserCookie { BrowserCookie("desktap-provider", path: Address.signOut, publicURL: publicURL) }
}

extension WebError {
    /// What a stranger may know of it.
    fileprivate init(_ problem: OIDCProblem, retryAfter: Int) {
        switch problem {
        case .left, .leftAndErased, .userNameTaken, .userNameNotFree, .noAccount, .unverifiedUserName, .notInRequiredGroup:
            self.init(.forbidden, localized("signIn.bad.notLinked"), reason: "account_not_linked")
        case _ where problem.isProviderAway:
            self.init(
                .serviceUnavailable, localized("signIn.bad.providerAway"), reason: "provider_away", retryAfter: retryAfter)
        default: self = .badRequest(localized("signIn.bad.failed"), reason: "sign_in_failed")
        }
    }
}

struct SignInFailurePage: Page {
    static let template = "pages/SignIn/sign-in-failure"
    let sentence: String
    let signIn = Address.signIn
}

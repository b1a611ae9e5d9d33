import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import OpenIDConnect
import WebServer

/// Sign-in through an identity provider, and its back-channel logout.
struct OIDCRoutes {
    let provider: IdentityProvider
    let identities: IdentityStore
    let signIn: SignIn
    let pages: Pages

    /// In characters. Authorization codes are longer than other parameters.
    private static let maximumParameterLength = 4096
    /// In bytes.
    private static let maximumQueryLength = 8192

    private var pending: PendingAuthorizations { PendingAuthorizations(cookies: signIn.cookies) }

    /// A GET, because a browser does not submit a form to another site (CSP, form-action).
    func begin(_ request: Request, _ context: WebContext) async throws -> Response {
        let address = try ReturnAddress.wanted(by: request)
        return try await explainingErrors(request, context) {
            let (id, url, sealed) = try await provider.client.authorizationRequest(
                returnAddress: (address ?? .map).text, requiresLogin: try SignInRoutes.isRenewal(request),
                now: context.now.date)
            var response = Response.redirect(url)
            pending.add(sealed, id: id, request, to: &response)
            return response
        }
    }

    /// The only GET that writes: the provider redirects the browser here (OpenID Connect Core 1.0, 3.1.2.5). Opening the
    /// address alone has no effect: it needs the cookie of a request of this browser, and a code is valid once.
    func finish(_ request: Request, _ context: WebContext) async throws -> Response {
        let query = try? QueryParameters(
            request.uri.query, maximumLength: Self.maximumParameterLength, maximumQueryLength: Self.maximumQueryLength)
        let answer = query.map { AuthorizationResponse($0.all) }
        var response = try await explainingErrors(request, context) {
            guard let answer else { throw OpenIDConnectError.malformedResponse }
            return try await session(answer, request, context)
        }
        pending.remove(answer?.requestID, in: request, from: &response)
        return response
    }

    private func session(
        _ answer: AuthorizationResponse, _ request: Request, _ context: WebContext
    ) async throws -> Response {
        let user = try await provider.client.authenticate(
            answer, sealedRequest: pending.sealedRequest(answer.requestID, in: request), now: context.now.date)
        if let error = user.userInfoError {
            context.logger.warning("sign-in through \(provider.settings.issuer) without optional claims: \(error)")
        }
        let person: Person
        do {
            person = try await self.person(user, context)
        } catch let reason as ProviderAccountError {
            throw RefusedAccount(reason: reason, subject: user.subject)
        }
        var response = try await signIn.begin(
            for: person, by: .provider, from: origin(user.claims, context), request, context,
            then: ReturnAddress(user.returnAddress) ?? .map)
        if user.idToken.utf8.count <= BrowserCookie.longestValue {
            signIn.cookies.idToken.set(
                user.idToken, lifetime: min(SignInSession.idleLifetime, provider.settings.sessionLength),
                on: &response)
        }
        return response
    }

    private func origin(_ claims: Claims, _ context: WebContext) -> SessionOrigin {
        let now = context.now
        var origin = SessionOrigin(
            issuer: provider.settings.issuer, providerSession: claims.sessionID,
            expiresAt: now + provider.settings.sessionLength)
        // A provider with an existing session did not ask the person to authenticate now. Without the claim, it may have one.
        origin.authenticatedAt = claims.authenticationTime.map { Instant(min($0, now.date)) } ?? .unknownAuthentication
        return origin
    }

    private func person(_ user: AuthenticatedUser, _ context: WebContext) async throws -> Person {
        let provided = try provider.settings.person(subject: user.subject, user.claims)
        switch try await identities.signIn(provided, now: context.now) {
        case .person(let person, let changes):
            for change in changes {
                context.logger.notice("sign-in through \(provided.issuer): the person number \(person.id) \(change)")
            }
            return person
        case .left: throw ProviderAccountError.left
        case .leftAndErased: throw ProviderAccountError.leftAndErased
        case .userNameNotFree(let until): throw ProviderAccountError.userNameReserved(until: until)
        case .unverifiedUserName: throw ProviderAccountError.unverifiedEmail
        case .noAccount: throw ProviderAccountError.noAccount
        case .userNameTaken: throw ProviderAccountError.userNameTaken
        }
    }

    /// Answers a failed sign-in with a generic message. Only the log contains the reason.
    private func explainingErrors(
        _ request: Request, _ context: WebContext, _ body: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await body()
        } catch let error as OpenIDConnectError {
            return try refusal(request, context, WebError(error, retryAfter: .seconds(5)), reason: error)
        } catch let error as RefusedAccount {
            return try refusal(request, context, WebError(error.reason), reason: error.reason, subject: error.subject)
        }
    }

    private func refusal(
        _ request: Request, _ context: WebContext, _ error: WebError, reason: some Error, subject: String? = nil
    ) throws -> Response {
        context.logger.warning("sign-in through \(provider.settings.issuer) refused: \(reason)")
        guard request.wantsPage else { throw error }
        return try pages.render(
            SignInFailurePage(sentence: error.sentence, subject: subject, requestID: context.id), status: error.status)
    }
}

extension WebError {
    fileprivate static var signInFailed: WebError { .badRequest(localized("signIn.bad.failed"), reason: .signInFailed) }

    fileprivate init(_ error: OpenIDConnectError, retryAfter: Duration) {
        switch error {
        case _ where error.isProviderUnavailable:
            self.init(.serviceUnavailable, localized("signIn.bad.providerAway"), reason: .providerAway, retryAfter: retryAfter)
        case .missingAuthenticationTime:
            self.init(.forbidden, localized("signIn.bad.noAuthenticationTime"), reason: .freshSignInNeeded)
        default: self = .signInFailed
        }
    }

    fileprivate init(_ error: ProviderAccountError) {
        switch error {
        case .invalidUserName: self.init(.forbidden, localized("signIn.bad.userName"), reason: .badUserName)
        case .longUserName:
            let most = ["most": "\(UserName.longest)"]
            self.init(.forbidden, localized("signIn.bad.longUserName", most), reason: .badUserName)
        case .left, .leftAndErased, .userNameTaken, .userNameReserved, .noAccount, .unverifiedEmail, .notInRequiredGroup:
            self.init(.forbidden, localized("signIn.bad.notLinked"), reason: .accountNotLinked)
        }
    }
}

struct SignInFailurePage: Page {
    static let template = "pages/SignIn/sign-in-failure"
    let sentence: String
    /// The provider's identifier of the refused person, with which an administrator can link them; nil: unknown.
    let subject: String?
    /// Of the line in the log.
    let requestID: String
    let signIn = Address.signIn
}

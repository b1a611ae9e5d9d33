import AttendanceExport
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import Logging
import NIOConcurrencyHelpers
import NIOCore
import WebServer

/// The only place that turns errors into responses: known errors with their sentence, all others as 500 with the detail in the
/// log. A program receives problem details (RFC 9457), a browser a page. A browser without a sign-in is redirected to sign in.
struct ErrorResponses: Sendable {
    let pages: Pages
    /// Makes the main navigation of a signed-in person's page.
    private let navigation: @Sendable (Person) async throws -> Navigation
    private let repeatedErrors = NIOLockedValueBox(RepeatedErrors())

    init(pages: Pages, navigation: @escaping @Sendable (Person) async throws -> Navigation) {
        self.pages = pages
        self.navigation = navigation
    }

    func response(to request: Request, _ error: any Error, logger: Logger) async -> Response {
        let failed = error as? FailedRequest
        let cause = failed?.error ?? error
        let refusal = request.isSCIM ? (cause as? StoreError)?.provisioningRefusal : nil
        let error = refusal ?? webError(for: cause, logger: logger)
        if error == .signInNeeded, request.showsErrors, !request.isSCIM, let goal = request.pageAfterSignIn {
            let isLost = request.method != .get
            return .redirect(Address.signIn(to: goal.text) + (isLost ? "&lost=yes" : ""))
        }
        var response = await page(error, to: request, of: failed?.person) ?? problem(error, to: request)
        if let wait = error.retryAfter { response.headers[.retryAfter] = String(wait.components.seconds) }
        if let allow = error.allow { response.headers[.allow] = allow }
        if error.status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        response.headers[.cacheControl] = "no-store"
        // With it, an administrator finds the line in the log.
        if error.status.kind == .serverError, let id = logger[metadataKey: "hb.request.id"] {
            response.headers.set("X-Request-Id", to: "\(id)")
        }
        return response
    }

    /// The page for a browser, for a signed-in person with the main navigation. The navigation is missing if the server failed or
    /// the database does not answer, because each error needs a response.
    /// - Returns: nil for a program.
    private func page(_ error: WebError, to request: Request, of person: Person?) async -> Response? {
        guard request.showsErrors, !request.isSCIM else { return nil }
        var links: Navigation?
        if let person, error.status.kind == .clientError { links = try? await navigation(person) }
        let page = ErrorPage(error, links, for: request)
        return try? pages.render(page, status: error.status)
    }

    private func problem(_ error: WebError, to request: Request) -> Response {
        if request.isSCIM { return SCIMError(error).response }
        return ProblemDetails(error.status, error.sentence, members: ["reason": error.reason?.rawValue, "tap": error.tap])
            .response
    }

    private func webError(for error: any Error, logger: Logger) -> WebError {
        if let refusal = WebError(refusal: error) { return refusal }
        switch error {
        case let error as WebError: return error
        case let error as WebServerError: return WebError(error)
        case let error as ExportError:
            if let error = error.webError { return error }
        case let problem as PictureProblem: return problem.refusal
        case let error as StoreError:
            if let error = error.unavailability { return error }
        case let error as any HTTPResponseError:
            switch error.status {
            case .notFound: return .notFound
            case .contentTooLarge: return WebError(.contentTooLarge, localized("error.tooMuch"))
            case let status where status.kind == .clientError: return WebError(status, localized("error.notUnderstood"))
            default: break
            }
        case is CancellationError: return .shuttingDown
        default:
            // A text of the request reached a statement. Forms and JSON refuse it earlier.
            if StoreError.isNullCharacter(error) { return WebError(WebServerError.nullCharacter) }
            if StoreError.isUnavailability(error) {
                // Until it returns, each failing request would log the same.
                let text = repeatedErrors.withLockedValue { $0.logText("the database is unavailable: \(error)", now: .now) }
                if let text { logger.warning("\(text)") }
                return StoreError.isFull(error) ? .databaseFull : .databaseAway
            }
        }
        logger.error("unexpected: \(error)")
        return WebError(.internalServerError, localized("error.internal"))
    }
}

extension Request {
    /// Whether the request is for a SCIM address, which never returns a page.
    fileprivate var isSCIM: Bool { uri.path.hasPrefix(Address.scim + "/") }

    /// The page to show after signing in: the requested one, or that of the form, whose script enters again what was typed.
    fileprivate var pageAfterSignIn: ReturnAddress? {
        method == .get ? ReturnAddress(head.path ?? "") ?? .map : ReturnAddress(refererOf: self)
    }

    /// Whether an error is shown as a page.
    fileprivate var showsErrors: Bool { wantsPage && !takesProblems }
}

/// The page that shows an error: a page with the main navigation, or a card without.
struct ErrorPage: Page {
    static let template = "pages/error"
    let navigation: Navigation?
    let title: String
    let sentence: String
    /// The technical reason.
    let detail: String?
    /// What the page offers to do; nil: the export has its own ways, or the server failed to answer a form.
    let way: Link?
    /// The ways on from an export whose file lacks characters; nil: the error is another one.
    let export: ExportWithoutCharacters?

    init(_ error: WebError, _ navigation: Navigation?, for request: Request) {
        self.navigation = navigation
        export = error.reason == .unmappable ? ExportWithoutCharacters(request) : nil
        title =
            switch error.status {
            case _ where export != nil: localized("export.unmappableTitle")
            case .unauthorized: localized("error.title.signIn")
            case .forbidden: localized("error.title.forbidden")
            case .notFound: localized("error.title.notFound")
            case .serviceUnavailable, .tooManyRequests: localized("error.title.oneMoment")
            case let status where status.kind == .serverError: localized("error.title.wentWrong")
            default: localized("error.title.didNotWork")
            }
        (sentence, detail) = (error.sentence, error.detail)
        let again = request.method == .get ? ReturnAddress(request.head.path ?? "")?.text : nil
        way =
            switch error.status {
            case _ where export != nil: nil
            case .unauthorized: Link(name: localized("signIn.action"), address: Address.signIn)
            case .serviceUnavailable: again.map { Link(name: localized("error.again"), address: $0) }
            default: Link(name: localized("error.home"), address: Address.home)
            }
    }
}

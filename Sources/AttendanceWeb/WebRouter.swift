import HTTPTypes
package import Hummingbird
import NIOCore
import WebServer

/// Builds the router that the server and the tests run.
package func webRouter(_ services: WebServices) -> Router<WebContext> { webRoutes(services).router }

/// The same, with what each address asks of whoever opens it.
func webRoutes(_ services: WebServices) -> Routes {
    let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
    let security = services.security
    router.add(middleware: SecurityHeadersMiddleware(publicURL: services.publicURL, secretPathPrefix: Address.signInLinks))
    router.add(middleware: CompressionMiddleware())
    router.add(middleware: LanguageMiddleware(words: services.pages.words, cookie: services.languageCookie))
    router.add(middleware: ErrorMiddleware(pages: services.pages))
    router.add(middleware: ClientAddressMiddleware(trustedProxies: security.trustedProxies))
    router.add(middleware: RequestHeadMiddleware())
    var routes = Routes(router, Authorization(store: services.store))
    HealthRoutes(check: services.check, readiness: services.readiness).add(to: &routes)
    AppLinkRoutes(links: security.appLinks).add(to: &routes)
    router.add(middleware: SameOriginMiddleware(publicURL: services.publicURL, isDataPath: Address.isData))
    router.add(middleware: TapWorkerScope())
    router.add(
        middleware: StaticFiles(folder: services.staticFolder, path: Address.staticFiles, logger: services.logger))
    router.add(middleware: WriteGate(check: services.check))
    router.add(middleware: Authentication(services: services))
    router.add(
        middleware: RateLimitMiddleware(
            rateLimiter: security.rateLimiter, trustedProxies: security.trustedProxies, now: services.now))

    routes.get(Address.home, .seePresence) { _, _ in .redirect(Address.map) }
    LanguageRoutes(services: services).add(to: &routes)
    SignInRoutes(services: services).add(to: &routes)
    PasswordRoutes(services: services).add(to: &routes)
    if let provider = services.oidc { OIDCRoutes(services: services, provider: provider).add(to: &routes) }
    DeviceRoutes(services: services).add(to: &routes)
    FirstAdministratorRoutes(services: services).add(to: &routes)
    LedgerRoutes(services: services).add(to: &routes)
    TapRoutes(services: services).add(to: &routes)
    PresenceRoutes(services: services).add(to: &routes)
    OwnNameRoutes(services: services).add(to: &routes)
    WhereaboutsRoutes(services: services).add(to: &routes)
    MapRoutes(services: services).add(to: &routes)
    NowRoutes(services: services).add(to: &routes)
    WallRoutes(services: services).add(to: &routes)
    DisplayRoutes(services: services).add(to: &routes)
    ExportRoutes(services: services).add(to: &routes)
    TeamRoutes(services: services).add(to: &routes)
    RecordRoutes(services: services).add(to: &routes)
    CorrectionRoutes(services: services).add(to: &routes)
    RequestRoutes(services: services).add(to: &routes)
    QuarantineRoutes(services: services).add(to: &routes)
    TagRoutes(services: services).add(to: &routes)
    TagSheetRoutes(services: services).add(to: &routes)
    AccountRoutes(services: services).add(to: &routes)
    AccountListRoutes(services: services).add(to: &routes)
    AdminTeamRoutes(services: services).add(to: &routes)
    AdminReaderRoutes(services: services).add(to: &routes)
    FloorListRoutes(services: services).add(to: &routes)
    FloorEditorRoutes(services: services).add(to: &routes)
    FloorFileRoutes(services: services).add(to: &routes)
    FloorPictureRoutes(services: services).add(to: &routes)
    AccessLogRoutes(services: services).add(to: &routes)
    ImportRoutes(services: services).add(to: &routes)
    SCIMUserRoutes(services: services).add(to: &routes)
    SCIMDiscoveryRoutes(services: services).add(to: &routes)
    DataRoutes(services: services).add(to: &routes)
    MonthSheetRoutes(services: services).add(to: &routes)
    ChartRoutes(services: services).add(to: &routes)
    AttendanceRoutes(services: services).add(to: &routes)
    APIDocumentRoutes(document: services.apiDocument).add(to: &routes)
    routes.refuseOtherMethods()
    return routes
}

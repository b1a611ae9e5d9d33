package import Hummingbird
import HTTPTypes
import NIOCore

/// Builds the router that the server and the tests run.
package func webRouter(_ services: WebServices) -> Router<WebContext> { webRoutes(services).router }

/// The same, with what each address asks of whoever opens it.
func webRoutes(_ services: WebServices) -> Routes {
    let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: SecurityHeaders())
    router.add(middleware: ErrorMiddleware(pages: services.pages))
    var routes = Routes(router, Rights(store: services.store))
    HealthRoutes(store: services.store).add(to: &routes)
    router.add(middleware: SameOrigin(publicURL: services.publicURL))
    router.add(
        middleware: FileMiddleware(
            services.staticFolder, urlBasePath: Address.staticFiles,
            cacheControl: CacheControl([(MediaType(type: .any), [.noCache])]), logger: services.logger))
    router.add(middleware: Authentication(access: services.access, cookies: services.cookies, now: services.now))

    routes.get(Address.home, .seePresence) { _, _ in .redirect(Address.map) }
    SignInRoutes(services: services).add(to: &routes)
    TapRoutes(services: services).add(to: &routes)
    PresenceRoutes(services: services).add(to: &routes)
    MapRoutes(services: services).add(to: &routes)
    ExportRoutes(services: services).add(to: &routes)
    RecordRoutes(services: services).add(to: &routes)
    CorrectionRoutes(services: services).add(to: &routes)
    RequestRoutes(services: services).add(to: &routes)
    QuarantineRoutes(services: services).add(to: &routes)
    TagRoutes(services: services).add(to: &routes)
    DataRoutes(services: services).add(to: &routes)
    MonthSheetRoutes(services: services).add(to: &routes)
    ChartRoutes(services: services).add(to: &routes)
    AttendanceRoutes(services: services).add(to: &routes)
    return routes
}

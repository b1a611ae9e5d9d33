package import Hummingbird
import HTTPTypes
import NIOCore

/// Builds the router that the server and the tests run.
package func webRouter(_ services: WebServices) -> Router<WebContext> {
    let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: SecurityHeaders())
    router.add(middleware: ErrorMiddleware(pages: services.pages))
    HealthRoutes(store: services.store).add(to: router)
    router.add(middleware: SameOrigin(publicURL: services.publicURL))
    router.add(
        middleware: FileMiddleware(
            services.staticFolder, urlBasePath: Address.staticFiles,
            cacheControl: CacheControl([(MediaType(type: .any), [.noCache])]), logger: services.logger))
    router.add(middleware: Authentication(access: services.access, cookies: services.cookies, now: services.now))

    router.get(RouterPath(Address.home)) { _, context in
        _ = try context.person()
        return Response.redirect(Address.map)
    }
    SignInRoutes(services: services).add(to: router)
    TapRoutes(services: services).add(to: router)
    PresenceRoutes(services: services).add(to: router)
    MapRoutes(services: services).add(to: router)
    ExportRoutes(services: services).add(to: router)
    return router
}

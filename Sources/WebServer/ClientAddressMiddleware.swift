package import Hummingbird

/// Finds the client's address, see ``TrustedProxies``. Place it before all middleware that uses the address.
package struct ClientAddressMiddleware<Context: ConnectionContext>: RouterMiddleware {
    private let trustedProxies: TrustedProxies

    package init(trustedProxies: TrustedProxies) { self.trustedProxies = trustedProxies }

    package func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.client = trustedProxies.client(of: request.headers, from: context.client)
        return try await next(request, context)
    }
}

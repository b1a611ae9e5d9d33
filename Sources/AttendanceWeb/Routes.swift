import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// The addresses of the server. This is the only way to add one, so that none is without a right; who has which stands in
/// ``Permission`` and ``PersonPermission``.
struct Routes {
    /// What an address asks of whoever opens it.
    enum RequiredPermission: Sendable {
        case permission(Permission)
        case personPermission(PersonPermission)
    }

    struct Entry: Sendable {
        let method: HTTPRequest.Method
        let address: String
        let permission: RequiredPermission
    }

    /// What a request is about, found before it is known whether it may be.
    protocol AuthorizationSubject: Sendable {
        /// Whose record it touches.
        var subject: Person { get }
    }

    let router: Router<WebContext>
    let rights: Authorization
    /// All that were added.
    private(set) var entries: [Entry] = []

    init(_ router: Router<WebContext>, _ rights: Authorization) {
        self.router = router
        self.rights = rights
    }

    /// Adds an address that is not about one person.
    mutating func on(
        _ method: HTTPRequest.Method, _ address: String, _ right: Permission,
        _ handler: @escaping @Sendable (Request, WebContext) async throws -> Response
    ) {
        entries.append(Entry(method: method, address: address, permission: .permission(right)))
        router.on(RouterPath(address), method: method) { [rights] request, context in
            try await rights.require(right, context.identity)
            return try await handler(request, context)
        }
    }

    /// Adds an address that is about one person.
    /// - Parameter find: says what it is about; nil where there is no such thing.
    mutating func on<Found: AuthorizationSubject>(
        _ method: HTTPRequest.Method, _ address: String, _ right: PersonPermission,
        about find: @escaping @Sendable (Request, WebContext) async throws -> Found?,
        _ handler: @escaping @Sendable (Request, WebContext, Found) async throws -> Response
    ) {
        entries.append(Entry(method: method, address: address, permission: .personPermission(right)))
        router.on(RouterPath(address), method: method) { [rights] request, context in
            let viewer = try context.person()
            let found = try await find(request, context)
            try await rights.require(right, viewer, over: found?.subject)
            guard let found else { throw WebError.notYours }
            return try await handler(request, context, found)
        }
    }

    mutating func get(
        _ address: String, _ right: Permission, _ handler: @escaping @Sendable (Request, WebContext) async throws -> Response
    ) { on(.get, address, right, handler) }

    mutating func post(
        _ address: String, _ right: Permission, _ handler: @escaping @Sendable (Request, WebContext) async throws -> Response
    ) { on(.post, address, right, handler) }

    mutating func get<Found: AuthorizationSubject>(
        _ address: String, _ right: PersonPermission,
        about find: @escaping @Sendable (Request, WebContext) async throws -> Found?,
        _ handler: @escaping @Sendable (Request, WebContext, Found) async throws -> Response
    ) { on(.get, address, right, about: find, handler) }

    mutating func post<Found: AuthorizationSubject>(
        _ address: String, _ right: PersonPermission,
        about find: @escaping @Sendable (Request, WebContext) async throws -> Found?,
        _ handler: @escaping @Sendable (Request, WebContext, Found) async throws -> Response
    ) { on(.post, address, right, about: find, handler) }
}

extension Routes {
    /// Rejects other methods at each address added so far. Call it last: middleware added after all routes runs only for requests
    /// that match no route.
    func refuseOtherMethods() {
        router.add(middleware: MethodNotAllowedMiddleware(routes: entries.map { ($0.method, $0.address) }))
    }
}

extension Person: Routes.AuthorizationSubject {
    var subject: Person { self }
}

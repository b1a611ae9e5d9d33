import AttendanceStore
import HTTPTypes
import Hummingbird

/// The addresses of the server. This is the only way to add one, so that none is without a right; who has which stands in
/// ``Right`` and ``PersonRight``.
struct Routes {
    /// What an address asks of whoever opens it.
    enum Demand: Sendable {
        case right(Right)
        case personRight(PersonRight)
    }

    struct Entry: Sendable {
        let method: HTTPRequest.Method
        let address: String
        let demand: Demand
    }

    /// What a request is about, found before it is known whether it may be.
    protocol Matter: Sendable {
        /// Whose record it touches.
        var subject: Person { get }
    }

    let router: Router<WebContext>
    let rights: Rights
    /// All that were added.
    private(set) var entries: [Entry] = []

    init(_ router: Router<WebContext>, _ rights: Rights) {
        self.router = router
        self.rights = rights
    }

    /// Adds an address that is not about one person.
    mutating func on(
        _ method: HTTPRequest.Method, _ address: String, _ right: Right,
        _ handler: @escaping @Sendable (Request, WebContext) async throws -> Response
    ) {
        entries.append(Entry(method: method, address: address, demand: .right(right)))
        router.on(RouterPath(address), method: method) { [rights] request, context in
            try await rights.require(right, context.identity)
            return try await handler(request, context)
        }
    }

    /// Adds an address that is about one person.
    /// - Parameter find: says what it is about; nil where there is no such thing.
    mutating func on<Found: Matter>(
        _ method: HTTPRequest.Method, _ address: String, _ right: PersonRight,
        about find: @escaping @Sendable (Request, WebContext) async throws -> Found?,
        _ handler: @escaping @Sendable (Request, WebContext, Found) async throws -> Response
    ) {
        entries.append(Entry(method: method, address: address, demand: .personRight(right)))
        router.on(RouterPath(address), method: method) { [rights] request, context in
            let viewer = try context.person()
            let found = try await find(request, context)
            try await rights.require(right, viewer, over: found?.subject)
            guard let found else { throw WebError.notYours }
            return try await handler(request, context, found)
        }
    }

    mutating func get(
        _ address: String, _ right: Right, _ handler: @escaping @Sendable (Request, WebContext) async throws -> Response
    ) { on(.get, address, right, handler) }

    mutating func post(
        _ address: String, _ right: Right, _ handler: @escaping @Sendable (Request, WebContext) async throws -> Response
    ) { on(.post, address, right, handler) }

    mutating func get<Found: Matter>(
        _ address: String, _ right: PersonRight,
        about find: @escaping @Sendable (Request, WebContext) async throws -> Found?,
        _ handler: @escaping @Sendable (Request, WebContext, Found) async throws -> Response
    ) { on(.get, address, right, about: find, handler) }

    mutating func post<Found: Matter>(
        _ address: String, _ right: PersonRight,
        about find: @escaping @Sendable (Request, WebContext) async throws -> Found?,
        _ handler: @escaping @Sendable (Request, WebContext, Found) async throws -> Response
    ) { on(.post, address, right, about: find, handler) }
}

extension Routes {
    /// Has every address added so far say which methods it knows, whatever other it is asked by. The last thing to do: a
    /// middleware that is added after all addresses stands before none of them, but before what finds nothing.
    func refuseOtherMethods() { router.add(middleware: OtherMethods(entries: entries)) }
}

/// 405 with Allow in place of 404, where there is something at the address (RFC 9110, 15.5.6).
private struct OtherMethods: RouterMiddleware {
    let entries: [Routes.Entry]

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path.split(separator: "/")
        var allowed = entries.filter { Self.matches(path, $0.address.split(separator: "/")) }.map(\.method)
        if allowed.contains(.get) { allowed.append(.head) }
        if !allowed.isEmpty { throw WebError.methodNotAllowed(allowed) }
        return try await next(request, context)
    }

    private static func matches(_ path: [Substring], _ address: [Substring]) -> Bool {
        path.count == address.count && zip(path, address).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
    }
}

extension Person: Routes.Matter {
    var subject: Person { self }
}

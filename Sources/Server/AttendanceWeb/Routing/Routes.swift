import HTTPTypes
import Hummingbird
import WebServer

/// The addresses of the server, as RouteTable.swift lists them. Each address has a permission; ``Permission`` and
/// ``PersonPermission`` say who has it.
struct Routes {
    /// The permission that an address requires.
    enum RequiredPermission: Sendable {
        case permission(Permission)
        case personPermission(PersonPermission)
    }

    struct Entry: Sendable {
        let method: HTTPRequest.Method
        let address: String
        let permission: RequiredPermission
    }

    /// Finds what a request is about; nil: it does not exist.
    typealias Lookup<Found> = @Sendable (Request, WebContext) async throws -> Found?
    typealias SubjectHandler<Found> = @Sendable (Request, WebContext, Found) async throws -> Response

    let router: Router<WebContext>
    let authorization: Authorization
    /// All addresses added so far.
    private(set) var entries: [Entry] = []
    /// The addresses of pages among them.
    private var pages: Set<String> = []

    init(_ router: Router<WebContext>, _ authorization: Authorization) {
        self.router = router
        self.authorization = authorization
    }

    /// Adds an address that is not about one person.
    mutating func on(
        _ method: HTTPRequest.Method, _ address: String, _ permission: Permission, _ handler: @escaping WebContext.Handler
    ) {
        add(Entry(method: method, address: address, permission: .permission(permission)))
        // Made once, not for each request.
        let (relations, needsBrowser, needsFreshSignIn) = (
            permission.grantedTo, permission.needsBrowser, permission.needsFreshSignIn
        )
        let depth = depthOfPage(address)
        router.on(RouterPath(address), method: method) { [authorization] request, context in
            try await authorization.require(relations, context.identity)
            do {
                if needsBrowser { _ = try context.ownSession() }
                if needsFreshSignIn { try context.requireFreshSignIn() }
                return try await handler(request, context)
            } catch let error as WebError where error == .freshSignInNeeded && request.wantsPage {
                let page = "/" + request.uri.path.split(separator: "/").prefix(depth).joined(separator: "/")
                return .redirect(Address.signInAgain(to: ReturnAddress(refererOf: request)?.text ?? page))
            }
        }
    }

    private mutating func add(_ entry: Entry) {
        entries.append(entry)
        if entry.method == .get { pages.insert(entry.address) }
    }

    /// The number of segments of a form's address that are the address of its page.
    private func depthOfPage(_ address: String) -> Int {
        var segments = address.split(separator: "/")
        while !segments.isEmpty, !pages.contains("/" + segments.joined(separator: "/")) { segments.removeLast() }
        return segments.count
    }

    /// Adds an address that is about one person.
    /// - Parameter ownPage: the page to which a viewer is led who has the permission over others, but not over the own record.
    mutating func on<Found: AuthorizationSubject>(
        _ method: HTTPRequest.Method, _ address: String, _ permission: PersonPermission, about find: @escaping Lookup<Found>,
        ownPage: String? = nil, _ handler: @escaping SubjectHandler<Found>
    ) {
        add(Entry(method: method, address: address, permission: .personPermission(permission)))
        router.on(RouterPath(address), method: method) { [authorization] request, context in
            let viewer = try context.person()
            let found = try await find(request, context)
            do {
                try await authorization.require(permission, viewer, over: found?.subject)
            } catch let error as WebError where error == .notYours && found?.subject.id == viewer.id && request.wantsPage {
                guard let ownPage else { throw error }
                return Response.redirect(ownPage)
            }
            guard let found else { throw WebError.notYours }
            return try await handler(request, context, found)
        }
    }

    mutating func get(_ address: String, _ permission: Permission, _ handler: @escaping WebContext.Handler) {
        on(.get, address, permission, handler)
    }

    mutating func post(_ address: String, _ permission: Permission, _ handler: @escaping WebContext.Handler) {
        on(.post, address, permission, handler)
    }

    mutating func get<Found: AuthorizationSubject>(
        _ address: String, _ permission: PersonPermission, about find: @escaping Lookup<Found>, ownPage: String? = nil,
        _ handler: @escaping SubjectHandler<Found>
    ) { on(.get, address, permission, about: find, ownPage: ownPage, handler) }

    mutating func post<Found: AuthorizationSubject>(
        _ address: String, _ permission: PersonPermission, about find: @escaping Lookup<Found>,
        _ handler: @escaping SubjectHandler<Found>
    ) { on(.post, address, permission, about: find, handler) }

    /// Rejects other methods at each address added so far; browsers that open a form's address get its page. Call it last:
    /// middleware added after all routes runs only for requests that match no route.
    func refuseOtherMethods() {
        router.add(middleware: FormAddressMiddleware(entries: entries))
        router.add(middleware: MethodNotAllowedMiddleware(routes: entries.map { ($0.method, $0.address) }))
    }
}

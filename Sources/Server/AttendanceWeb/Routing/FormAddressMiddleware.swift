import HTTPTypes
import Hummingbird
import WebServer

/// Redirects a browser that opens the address of a form to the page of the form. After a form that failed, its address stands in
/// the address bar, and browsers open it again.
///
/// Add it after all routes: it then runs only for requests that no route matches.
struct FormAddressMiddleware: RouterMiddleware {
    /// The pages of the forms whose addresses are not below that of their page.
    private static let pages = [
        Address.approve: Address.requests, Address.refuse: Address.requests, Address.withdraw: Address.me,
        Address.release: Address.quarantine, Address.void: Address.quarantine,
    ]

    /// The addresses of forms, and of pages.
    private let forms, readable: [String]

    init(entries: [Routes.Entry]) {
        forms = entries.filter { $0.method == .post }.map(\.address)
        readable = entries.filter { $0.method == .get && !Address.isData($0.address) }.map(\.address)
    }

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        if request.method == .get, request.wantsPage, let page = page(ofForm: request.uri.path) { return .redirect(page) }
        return try await next(request, context)
    }

    /// The form's page: by default the one with the longest address that the form's begins with. Nil: the path is not a form's, or
    /// no page is above it.
    func page(ofForm path: String) -> String? {
        guard let form = forms.first(where: { Self.matches($0, path) }) else { return nil }
        if let page = Self.pages[form] { return page }
        var above = path.split(separator: "/").dropLast()
        while !above.isEmpty {
            let page = "/" + above.joined(separator: "/")
            if readable.contains(where: { Self.matches($0, page) }) { return page }
            above.removeLast()
        }
        return nil
    }

    private static func matches(_ address: String, _ path: String) -> Bool {
        let (address, path) = (address.split(separator: "/"), path.split(separator: "/"))
        return address.count == path.count && zip(address, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}

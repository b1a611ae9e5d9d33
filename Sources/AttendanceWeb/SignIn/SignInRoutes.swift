import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird

/// Signing in by a personal link, and out again. Opening the link changes nothing, because mail programs and chats open
/// links too; the button on its page does.
struct SignInRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.signInLink, .enter) { _, context in
            let person = try await services.store.owner(ofSignInLink: try token(context), now: services.now())
            return try services.pages.render(SignInPage(person: person), status: person == nil ? .notFound : .ok)
        }
        routes.post(Address.signInLink, .enter) { _, context in
            guard let person = try await services.store.useSignInLink(try token(context), now: services.now()) else {
                return try services.pages.render(SignInPage(person: nil), status: .notFound)
            }
            return withCookie(
                services.cookies.value(for: person.id, now: services.now()), lifetime: SessionCookie.lifetime,
                Response.redirect(Address.map))
        }
        routes.post(Address.signOut, .enter) { _, _ in
            withCookie("", lifetime: 0, Response.redirect(Address.home))
        }
    }

    private func token(_ context: WebContext) throws -> String {
        try context.parameters.require("token")
    }

    private func withCookie(_ value: String, lifetime: Int64, _ response: Response) -> Response {
        var response = response
        let secure = services.publicURL.hasPrefix("https:") ? "; Secure" : ""
        response.headers[.setCookie] =
            "\(SessionCookie.name)=\(value); Path=/; Max-Age=\(lifetime); HttpOnly; SameSite=Lax\(secure)"
        return response
    }
}

struct SignInPage: Page {
    static let template = "pages/sign-in"
    let isGood: Bool
    let name: String

    init(person: Person?) {
        isGood = person != nil
        name = person?.displayName ?? ""
    }
}

import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Signing in by a password or a personal link, and out again. Opening an address changes nothing, because mail programs and
/// chats open links too; the button on its page does.
struct SignInRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.signIn, .enter) { request, context in
            let isAgain = try context.session != nil && Self.isAgain(request)
            if context.session != nil, !isAgain {
                return .redirect((try ReturnAddress.wanted(by: request) ?? .map).text)
            }
            let page = try await page(to: try ReturnAddress(request, remembered: services.goalCookie), isAgain: isAgain)
            return try services.pages.render(page)
        }
        routes.post(Address.signIn, .enter, withPassword)
        routes.get(Address.signInLink, .enter) { _, context in
            let person = try await services.store.signInLinks.owner(ofSignInLink: try token(context), now: services.now())
            return try services.pages.render(SignInLinkPage(person: person), status: person == nil ? .notFound : .ok)
        }
        routes.post(Address.signInLink, .enter) { request, context in
            let address = try ReturnAddress(request, remembered: services.goalCookie) ?? .map
            guard let link = try await services.store.signInLinks.useSignInLink(try token(context), now: services.now()) else {
                return try services.pages.render(SignInLinkPage(person: nil), status: .notFound)
            }
            return try await SignIn(services: services).begin(
                for: link.person, by: .link, from: link.origin, request, then: address)
        }
        routes.post(Address.signOut, .enter) { request, _ in
            var response = try await SignIn(services: services).end(request)
            if let goal = try ReturnAddress.wanted(by: request) { services.rememberGoal(goal, on: &response) }
            return try await ProviderSignOut(services: services).goOn(response, request)
        }
    }

    /// Whether somebody who may be signed in is to prove anew who they are.
    static func isAgain(_ request: Request) throws -> Bool {
        try QueryParameters(request.uri.query, maximumLength: ReturnAddress.maximumLength)["again"] == "yes"
    }

    private func withPassword(_ request: Request, _ context: WebContext) async throws -> Response {
        let fields = try await BodyFields(of: request)
        let address = fields["to"].flatMap { ReturnAddress($0) }
        do {
            let person = try await person(fields, request, context)
            return try await SignIn(services: services).begin(for: person, by: .password, request, then: address ?? .map)
        } catch let error as WebError where request.wantsPage {
            // Not asked of the database: whoever guesses would keep it busy, and whoever sends a password has seen the field.
            var page = SignInPage(
                to: address, hasPasswords: true, provider: SignInProvider(services, to: address ?? .map))
            page.user = fields["user"].map { String($0.prefix(64)) } ?? ""
            page.problem = error.sentence
            var response = try services.pages.render(page, status: error.status)
            if let seconds = error.retryAfter { response.headers[.retryAfter] = String(seconds) }
            return response
        }
    }

    private func person(_ fields: BodyFields, _ request: Request, _ context: WebContext) async throws -> Person {
        guard let user = fields["user"], let typed = fields["password"] else {
            throw WebError.badRequest(localized("signIn.bad.incomplete"), reason: .incomplete)
        }
        let password = Password(typed)
        // Longer ones are nobody's, and would only be work.
        guard TapReport.isUserName(user), password.text.unicodeScalars.count <= Password.lengths.upperBound else {
            throw WebError.wrongPassword
        }
        let device = services.deviceCookie.value(in: request).flatMap { services.devices.device(in: $0, of: user) }
        guard
            let person = try await services.passwords.person(
                user: user, password, device: device, client: context.client, services.store, now: services.now())
        else { throw WebError.wrongPassword }
        return person
    }

    private func page(to address: ReturnAddress?, isAgain: Bool) async throws -> SignInPage {
        var page = SignInPage(
            to: address, hasPasswords: try await services.store.passwords.hasPasswords(),
            provider: SignInProvider(services, to: address ?? .map, isAgain: isAgain))
        page.isAgain = isAgain
        if isAgain { page.problem = WebError.freshSignInNeeded.sentence }
        return page
    }

    private func token(_ context: WebContext) throws -> String {
        try context.parameters.require("token")
    }
}

extension WebError {
    /// Does not say whether there is such a user name.
    static var wrongPassword: WebError {
        WebError(.unprocessableContent, localized("signIn.bad.wrong"), reason: .wrongPassword)
    }
}

/// Where somebody signs in who has no link at hand.
struct SignInPage: Page {
    static let template = "pages/SignIn/sign-in"

    /// Empty where they did not want to go anywhere.
    let to: String
    let hasPasswords: Bool
    let provider: SignInProvider?
    var user = ""
    /// Whether the person is signed in, and is to prove anew who they are.
    var isAgain = false
    var problem: String?

    init(to address: ReturnAddress?, hasPasswords: Bool, provider: SignInProvider?) {
        to = address?.text ?? ""
        self.hasPasswords = hasPasswords
        self.provider = provider
    }
}

/// What a personal link opens.
struct SignInLinkPage: Page {
    static let template = "pages/SignIn/sign-in-link"
    let isGood: Bool
    let name: String

    init(person: Person?) {
        isGood = person != nil
        name = person?.displayName ?? ""
    }
}

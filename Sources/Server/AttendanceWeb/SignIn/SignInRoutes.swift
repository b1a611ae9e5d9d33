import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Sign-in by a password or a personal link, and sign-out. Opening a link changes nothing, because mail programs and chats open
/// links too; the button on its page signs in.
struct SignInRoutes {
    let store: AttendanceStore
    let pages: Pages
    let signIn: SignIn
    let passwords: PasswordAuthenticator
    let limits: RequestLimits
    let provider: IdentityProvider?

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let signedIn = context.session?.person.userName
        let isRenewal = try signedIn != nil && Self.isRenewal(request)
        if signedIn != nil, !isRenewal {
            return .redirect((try ReturnAddress.wanted(by: request) ?? .map).text)
        }
        let address = try ReturnAddress(request, remembered: signIn.cookies.goal)
        let hasPasswords =
            if isRenewal, let person = context.session?.person {
                try await store.passwords.passwordHash(of: person.id) != nil
            } else {
                try await store.passwords.hasPasswords()
            }
        var page = SignInPage(
            to: address, hasPasswords: hasPasswords,
            provider: SignInProvider(provider, to: address ?? .map, isRenewal: isRenewal))
        page.isRenewal = isRenewal
        page.needsLink = isRenewal && !hasPasswords && provider == nil
        page.isSetUp = try await store.people.hasAdministrator()
        if isRenewal { (page.user, page.problem) = (signedIn ?? "", WebError.freshSignInNeeded.sentence) }
        if try Self.hasParameter("lost", request) { page.problem = localized("signIn.lost") }
        return try pages.render(page)
    }

    func linkPage(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let person = try await store.signInLinks.owner(ofSignInLink: try token(context), now: context.now) else {
            return try await unusableLink(signedIn: context.session?.person, context)
        }
        return try pages.render(SignInLinkPage(person: person))
    }

    func withLink(_ request: Request, _ context: WebContext) async throws -> Response {
        let address = try ReturnAddress(request, remembered: signIn.cookies.goal) ?? .map
        guard let link = try await store.signInLinks.useSignInLink(try token(context), now: context.now) else {
            return try await unusableLink(signedIn: nil, context)
        }
        let response = try await signIn.begin(
            for: link.person, by: .link, from: link.origin, request, context, then: address)
        // Another page was wanted, such as that of a tag, and says itself what follows.
        return address == .map ? response.with(.signedIn) : response
    }

    private func unusableLink(signedIn person: Person?, _ context: WebContext) async throws -> Response {
        let canAsk = try await store.signInLinks.canAdministratorSignIn(now: context.now)
        return try pages.render(SignInLinkPage(signedIn: person, canAskAdministrator: canAsk), status: .notFound)
    }

    func signOut(_ request: Request, _ context: WebContext) async throws -> Response {
        let isSure = (try? await BodyFields(of: request))?.isSet("sure") ?? false
        if !isSure, request.wantsPage, try await locksOut(request, context) {
            return try pages.render(LastDevicePage())
        }
        var response = try await signIn.end(request, context).with(.signedOut)
        if let goal = try ReturnAddress.wanted(by: request) { signIn.cookies.rememberGoal(goal, on: &response) }
        return try await ProviderSignOut(provider: provider, cookie: signIn.cookies.idToken, pages: pages)
            .goOn(response, request, context)
    }

    /// Whether the person would need a new link to sign in again: no password, no other device, no identity provider. False if
    /// the request names a page to open afterwards, because another person then signs in on this device.
    private func locksOut(_ request: Request, _ context: WebContext) async throws -> Bool {
        guard provider == nil, let person = context.session?.person, try ReturnAddress.wanted(by: request) == nil else {
            return false
        }
        if try await store.passwords.passwordHash(of: person.id) != nil { return false }
        return try await store.sessions.devices(of: person.id, now: context.now).count == 1
    }

    /// Whether a fresh sign-in is required, even of a signed-in person.
    static func isRenewal(_ request: Request) throws -> Bool {
        try hasParameter("again", request)
    }

    private static func hasParameter(_ name: String, _ request: Request) throws -> Bool {
        try QueryParameters(request.uri.query, maximumLength: ReturnAddress.maximumLength)[name] == "yes"
    }

    func withPassword(_ request: Request, _ context: WebContext) async throws -> Response {
        let (form, device) = try await countedForm(of: request, context)
        let address = form.returnAddress
        if form.link != nil, request.wantsPage { return try pasted(form) }
        do {
            let person = try await person(form, device: device, context)
            return try await signIn.begin(for: person, by: .password, request, context, then: address ?? .map)
        } catch let error as WebError where request.wantsPage {
            // `hasPasswords` without a query, which attackers could use to overload the database.
            let signedIn = context.session?.person.userName
            let isRenewal = signedIn != nil
            var page = SignInPage(
                to: address, hasPasswords: true,
                provider: SignInProvider(provider, to: address ?? .map, isRenewal: isRenewal))
            page.isRenewal = isRenewal
            page.user = signedIn ?? form.user.map { String($0.unicodeScalars.prefix(UserName.longest)) } ?? ""
            page.problem = error.sentence
            return try pages.render(page, problem: error)
        }
    }

    /// The form, and the browser's number if the person signed in before in it. Counts an attempt, also of a malformed form.
    private func countedForm(
        of request: Request, _ context: WebContext
    ) async throws -> (form: SignInForm, device: String?) {
        let form: SignInForm
        do {
            form = SignInForm(try await BodyFields(of: request))
        } catch {
            try limits.checkSignIn(device: nil, context)
            throw error
        }
        let device = form.user.flatMap { UserName.isValid($0) ? signIn.device(in: request, of: $0) : nil }
        try limits.checkSignIn(device: device, context)
        return (form, device)
    }

    /// Leads to the page of a pasted link.
    private func pasted(_ form: SignInForm) throws -> Response {
        guard let address = form.linkAddress else {
            // The form says `hasPasswords`: a query could be used to overload the database.
            var page = SignInPage(
                to: form.returnAddress, hasPasswords: form.hasPasswords,
                provider: SignInProvider(provider, to: form.returnAddress ?? .map))
            (page.problem, page.isPasting) = (localized("signIn.bad.noLink"), true)
            return try pages.render(page, status: .unprocessableContent)
        }
        var response = Response.redirect(address)
        if let goal = form.returnAddress { signIn.cookies.rememberGoal(goal, on: &response) }
        return response
    }

    private func person(_ form: SignInForm, device: String?, _ context: WebContext) async throws -> Person {
        guard let user = form.user, let typed = form.password else {
            throw WebError.badRequest(localized("signIn.bad.incomplete"), reason: .incomplete)
        }
        let password = Password(typed)
        // No stored password is longer, and hashing it would cost time.
        guard UserName.isValid(user), password.text.unicodeScalars.count <= Password.lengths.upperBound else {
            throw WebError.wrongPassword
        }
        guard
            let person = try await passwords.person(
                user: user, password, device: device, client: context.client, store, now: context.now)
        else { throw WebError.wrongPassword }
        return person
    }

    private func token(_ context: WebContext) throws -> String {
        try context.parameters.require("token")
    }
}

extension WebError {
    /// The message does not reveal whether the user name exists.
    static var wrongPassword: WebError {
        WebError(.unprocessableContent, localized("signIn.bad.wrong"), reason: .wrongPassword)
    }
}

/// The sign-in page.
struct SignInPage: Page {
    static let template = "pages/SignIn/sign-in"

    /// The return address; empty without one.
    let to: String
    /// Whether the page has the form with a password; for a signed-in person, whether this person has a password.
    let hasPasswords: Bool
    let provider: SignInProvider?
    /// The typed user name, or that of the signed-in person.
    var user = ""
    /// Whether a signed-in person has to sign in again.
    var isRenewal = false
    /// Whether the person has neither a password nor a company account to sign in again.
    var needsLink = false
    /// Whether the field for a pasted link is open.
    var isPasting = false
    /// Whether a password or the identity provider is a way to sign in, too.
    let hasOtherWays: Bool
    /// Whether there is an administrator.
    var isSetUp = true
    var problem: String?

    init(to address: ReturnAddress?, hasPasswords: Bool, provider: SignInProvider?) {
        to = address?.text ?? ""
        self.hasPasswords = hasPasswords
        hasOtherWays = hasPasswords || provider != nil
        self.provider = provider
    }
}

/// The page that asks before a person without a password signs out on the only device.
struct LastDevicePage: Page {
    static let template = "pages/SignIn/last-device"
    let passwordAddress = Address.myPassword
}

/// The page of a personal link.
struct SignInLinkPage: Page {
    static let template = "pages/SignIn/sign-in-link"
    let isGood: Bool
    let name: String
    /// The name of the person who is signed in on this device; nil if no one is signed in.
    let signedIn: String?
    /// What an administrator can do on the server; nil: the link is valid, or an administrator can make a new one.
    let commandAdvice: String?

    init(person: Person) {
        (isGood, name) = (true, person.displayName)
        (signedIn, commandAdvice) = (nil, nil)
    }

    /// A link that is unknown, used or expired.
    /// - Parameter canAskAdministrator: false if only a command on the server can make a link.
    init(signedIn: Person?, canAskAdministrator: Bool) {
        (isGood, name, self.signedIn) = (false, "", signedIn?.displayName)
        commandAdvice = canAskAdministrator ? nil : localized("signIn.link.byCommand")
    }
}

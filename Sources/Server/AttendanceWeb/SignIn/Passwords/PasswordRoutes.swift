import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Sets the own password.
struct PasswordRoutes {
    let store: AttendanceStore
    let pages: Pages
    let passwords: PasswordAuthenticator
    let securityEvents: SecurityEvents

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        return try pages.render(try await page(context, goal: try ReturnAddress.wanted(by: request)?.text))
    }

    func set(_ request: Request, _ context: WebContext) async throws -> Response {
        let (person, session) = (try context.person(), try context.ownSession())
        let form = PasswordForm(try await BodyFields(of: request))
        let goal = try ReturnAddress.wanted(by: request)?.text
        do {
            let password = try await chosen(form, person, session, context)
            let hash = try await passwords.hash(of: password, for: person.id)
            try await store.passwords.setPasswordHash(hash, of: person.id, by: .person(person.id), now: context.now)
            if form.endsOtherSessions {
                try await store.sessions.endSessions(
                    of: person.id, but: session.id, by: .person(person.id), now: context.now)
            }
            return .redirect(goal ?? Address.myDevices, done: .passwordSaved)
        } catch let error as WebError where request.wantsPage && error != .freshSignInNeeded {
            var page = try await page(context, goal: goal)
            page.problem = error.sentence
            return try pages.render(page, problem: error)
        }
    }

    private func chosen(
        _ form: PasswordForm, _ person: Person, _ session: SignInSession, _ context: WebContext
    ) async throws -> Password {
        guard let typed = form.new else {
            throw WebError.badRequest(localized("password.bad.missing"), reason: .incomplete)
        }
        guard form.repeated == nil || form.repeated == typed else {
            throw WebError(.unprocessableContent, localized("password.bad.differs"), reason: .differs)
        }
        let password = Password(typed)
        if let objection = password.objection(for: [person.userName, person.displayName]) {
            throw WebError(.unprocessableContent, objection.localizedText, reason: .weakPassword)
        }
        if let hash = try await store.passwords.passwordHash(of: person.id) {
            let isRight = try await passwords.isPassword(
                Password(form.old), of: person, hash: hash, session: session.id, now: context.now)
            guard isRight else {
                securityEvents.record(.failedSignIn)
                throw WebError(.unprocessableContent, localized("password.bad.old"), reason: .wrongPassword)
            }
        } else if person.role != .employee {
            // With a first password, a stolen session would become permanent and a fresh sign-in.
            try context.requireFreshSignIn()
        }
        return password
    }

    /// - Parameter goal: the page that led here; nil: the person's devices.
    private func page(_ context: WebContext, goal: String?) async throws -> PasswordPage {
        let person = try context.person()
        return PasswordPage(
            navigation: try await Navigation(for: context, at: goal == nil ? Address.me : nil, store), user: person.userName,
            hasPassword: try await store.passwords.passwordHash(of: person.id) != nil, goal: goal)
    }
}

extension Password.Objection {
    /// The message on the page.
    fileprivate var localizedText: String {
        switch self {
        case .tooShort: localized("password.bad.tooShort", ["least": "\(Password.lengths.lowerBound)"])
        case .tooLong: localized("password.bad.tooLong", ["most": "\(Password.lengths.upperBound)"])
        case .guessed: localized("password.bad.guessed")
        }
    }
}

struct PasswordPage: Page {
    static let template = "pages/SignIn/password"
    let navigation: Navigation
    let user: String
    let hasPassword: Bool
    let shortest = Password.lengths.lowerBound
    let longest = Password.lengths.upperBound
    let devices = Address.myDevices
    /// The page that led here; nil: the person's devices.
    let goal: String?
    var problem: String?
}

import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Adds the first administrator, by the link that the server prints if it starts without one.
struct FirstAdministratorRoutes {
    let store: AttendanceStore
    let pages: Pages
    let signIn: SignIn
    let zones: TimeZoneDatabase

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        guard try await store.signInLinks.isFirstAdministratorLink(try token(context), now: context.now) else {
            return try await refusal(context)
        }
        return try pages.render(
            FirstAdministratorPage(needsOffice: try await needsOffice(), zones: zones.choices(now: context.now)))
    }

    func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let token = try token(context)
        // Before the form is checked, so that strangers learn nothing from its messages.
        guard try await store.signInLinks.isFirstAdministratorLink(token, now: context.now) else {
            return try await refusal(context)
        }
        let form = FirstAdministratorForm(try await BodyFields(of: request))
        do {
            let newcomer = try form.newcomer(needsOffice: try await needsOffice(), zones)
            guard
                let person = try await store.signInLinks.addFirstAdministrator(
                    newcomer, withLink: token, now: context.now)
            else { return try await refusal(context) }
            return try await signIn.begin(for: person, by: .link, request, context, then: .administration)
        } catch let problem {
            guard let sentence = Self.sentence(of: problem) else { throw problem }
            guard request.wantsPage else { throw WebError(.unprocessableContent, sentence, reason: .incomplete) }
            let isUserName = (problem as? WebError)?.reason == .badUserName
            let page = FirstAdministratorPage(
                needsOffice: try await needsOffice(), zones: zones.choices(now: context.now), form: form,
                problem: isUserName ? nil : sentence,
                userProblem: isUserName ? sentence : nil)
            return try pages.render(page, status: .unprocessableContent)
        }
    }

    private func needsOffice() async throws -> Bool { try await store.offices.offices().isEmpty }

    private func refusal(_ context: WebContext) async throws -> Response {
        let canAsk = try await store.signInLinks.canAdministratorSignIn(now: context.now)
        return try pages.render(SignInLinkPage(signedIn: nil, canAskAdministrator: canAsk), status: .notFound)
    }

    private func token(_ context: WebContext) throws -> String { try context.parameters.require("token") }

    /// The message on the form; nil for an error that the form did not cause.
    private static func sentence(of problem: any Error) -> String? {
        switch problem {
        case let error as WebError: error.sentence
        case let error as StoreError:
            switch error {
            case .alreadyExists: error.sentence.map { localized("first.another", ["refusal": $0]) }
            case .badDisplayName, .badTimeZone, .userNameNotFree: error.sentence
            default: nil
            }
        default: nil
        }
    }
}

struct FirstAdministratorPage: Page {
    static let template = "pages/SignIn/first-administrator"
    let needsOffice: Bool
    let zones: [TimeZoneChoice]
    var form = FirstAdministratorForm()
    var problem: String?
    /// What is wrong with the user name, shown at its field.
    var userProblem: String?
}

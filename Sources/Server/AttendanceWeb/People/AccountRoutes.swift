import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import Logging
import WebServer

/// The administration of one account (`/admin/people/{user}`).
struct AccountRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let slots: ExportSlots
    let publicURL: String
    /// Whether people can sign in with an identity provider.
    let hasProvider: Bool

    private var badges: BadgeForms { BadgeForms(badges: store.badges) }

    func page(_ request: Request, _ context: WebContext) async throws -> Response { try await page(context) }

    private func page(
        _ context: WebContext, link: Invitation? = nil, problem: WebError? = nil, typed: BodyFields? = nil
    ) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let (account, keys) = try await account(try context.pathParameter("user"))
        let content = AccountPage.Content(
            account: account, presence: try await store.presence.presence(of: account.person.id),
            devices: try await store.sessions.devices(of: account.person.id, now: now),
            links: try await store.signInLinks.openLinks(of: account.person.id, now: now), keys: keys,
            badges: try await store.badges.badges(of: account.person.id),
            enrolments: try await store.badges.enrolments(of: account.person.id, now: now),
            hold: try await store.legalHolds.legalHold(on: account.person.id),
            hasSchedules: try await !store.commonFacts.facts().isEmpty,
            places: try await store.retention.countPlaces(of: account.person.id),
            log: try await store.audit.adminLog(of: account.person.id), offices: try await store.offices.offices(),
            teams: try await store.teams.teams(),
            readers: try await store.readers.readers().filter { $0.revokedAt == nil }.map(\.reader))
        let page = AccountPage(
            navigation: try await Navigation(for: context, at: Address.adminPeople, store), viewer: viewer, content,
            now: now, publicURL: publicURL, link: link, problem: problem, typed: typed)
        return try pages.render(page, problem: problem)
    }

    // MARK: Forms

    func change(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, author, fields in
            // A name of a provider or a command need not be one that can be typed here.
            let typed = fields.values["user_name"]?.string
            let isChanged = typed.map { ![$0, TypedText.trimmed($0)].contains(account.person.userName) } ?? false
            let userName = isChanged ? try UserName.typed(fields.trimmed("user_name")) : nil
            let offices = try await store.offices.offices()
            let change = PersonChange(
                userName: userName, displayName: try fields.personName(), role: try fields.role(),
                office: try fields.office(of: offices), hrOffices: try fields.hrOffices(of: account.person, offices),
                team: try fields.team(of: try await store.teams.teams()), details: try fields.details())
            if change.changesAccess(of: account) { try context.requireFreshSignIn() }
            try await store.people.change(account.person.id, change, by: author, now: context.now)
            guard change.role == .administrator, account.person.role != .administrator, !hasProvider,
                try await store.passwords.passwordHash(of: account.person.id) == nil
            else { return .done(.changesSaved, of: userName) }
            return .done(.administratorNeedsPassword, of: userName)
        }
    }

    func makeLink(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, author, fields in
            guard account.leftAt == nil else { throw Self.hasLeft }
            let (office, now) = (try await store.offices.office(account.person.office), context.now)
            let lifetime = account.linkExpiry(LocalClock(office?.timeZone), now: now) - now
            let secret = try await store.sentForms.once(fields, now: now) {
                try await store.signInLinks.addSignInLink(
                    for: account.person.id, lifetime: lifetime, by: author, now: now)
            }
            return .link(publicURL + Address.signInLink(secret.text))
        }
    }

    func withdrawLinks(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, author, _ in
            guard try await store.signInLinks.withdrawLinks(of: account.person.id, by: author, now: context.now) > 0 else {
                throw WebError(.notFound, localized("account.noOpenLink"))
            }
            return .done(.linksWithdrawn)
        }
    }

    func endDevice(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, author, _ in
            guard let id = SessionID(try context.parameters.require("id")),
                try await store.sessions.endSession(id, of: account.person.id, by: author, now: context.now)
            else { throw WebError(.notFound, localized("account.unknownDevice")) }
            return .done(.deviceSignedOut)
        }
    }

    func endDevices(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, author, _ in
            try await store.sessions.endSessions(of: account.person.id, by: author, now: context.now)
            return .done(.personSignedOut)
        }
    }

    func leave(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, author, fields in
            guard account.leftAt == nil else { throw Self.hasLeft }
            let now = context.now
            let lastDay = try LastDay(fields)
            let leaving = try lastDay.leaving(at: try await store.offices.office(account.person.office), now: now)
            // Afterwards, people who left have no open session.
            let presence = try await store.presence.presence(of: account.person.id)
            try await store.people.leave([account.person.id], when: { _ in leaving }, by: author, now: now)
            if case .after = leaving { return .done(.lastDaySet, on: lastDay.day) }
            let isClockedIn = presence?.effective(at: now).sessionStart != nil
            return .done(isClockedIn ? .personDeactivatedClockedIn : .personDeactivated, on: lastDay.day)
        }
    }

    func reinstate(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, author, _ in
            try await store.people.reinstate(account.person.id, by: author, now: context.now)
            return .done(account.leftAt == nil ? .lastDayWithdrawn : .personReactivated)
        }
    }

    func revokeKeys(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, author, _ in
            _ = try await store.personalKeys.revokeKeys(of: account.person.id, by: author, now: context.now)
            return .done(.keysRevoked)
        }
    }

    func enrolBadge(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, author, fields in
            guard account.leftAt == nil else { throw Self.hasLeft }
            try await badges.enrol(for: account.person.id, fields, by: author, now: context.now)
            return .done(.enrolmentStarted)
        }
    }

    func removeBadge(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, author, _ in
            let id = try context.parameters.require("id")
            try await badges.remove(id, of: account.person.id, by: author, now: context.now)
            return .done(.badgeRemoved)
        }
    }

    enum Outcome {
        /// - Parameters:
        ///   - of: the person's new user name; nil: as before.
        ///   - on: the day that the message names.
        ///   - at: the part of the page that follows, such as `#data`; empty: its top.
        case done(StatusMessage, of: String? = nil, on: CivilDate? = nil, at: String = "")
        /// The address of a sign-in link. The page shows it once.
        case link(String)
        case file(Response)
    }

    /// Performs a form's action, and shows the account again.
    func carryOut(
        _ request: Request, _ context: WebContext,
        _ action: (Account, ChangeAuthor, BodyFields) async throws -> Outcome
    ) async throws -> Response {
        let (viewer, user) = (try context.person(), try context.pathParameter("user"))
        let fields = try await BodyFields(of: request)
        return try await request.performingAction {
            let account = try await account(user).account
            switch try await action(account, .person(viewer.id), fields) {
            case .done(let message, let new, let day, let part):
                return .redirect(Address.adminPerson(new ?? user) + part, done: message, on: day)
            case .file(let file): return file
            case .link(let address):
                return try await page(context, link: Invitation(account.person, address: address))
            }
        } orShowing: { problem in
            try await page(context, problem: problem, typed: fields)
        }
    }

    // MARK: Steps

    private static var hasLeft: WebError { WebError(.conflict, localized("account.letReturn"), reason: .hasLeft) }

    private func account(_ user: String) async throws -> (account: Account, keys: Int64) {
        let unknown = WebError(.notFound, localized("account.unknown"), reason: .unknownPerson)
        guard UserName.isValid(user) else { throw unknown }
        do {
            return try await store.people.account(userName: user)
        } catch StoreError.unknownPerson {
            throw unknown
        }
    }
}

import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Looking after one person's account (`/admin/people/{user}`).
struct AccountRoutes {
    let services: WebServices

    /// For so many seconds a badge is waited for.
    private static let badgeWait: Int64 = 300

    func add(to routes: inout Routes) {
        routes.get(Address.adminPerson, .administer) { request, context in
            try await page(try context.person(), try context.pathParameter("user"))
        }
        post(Address.adminPerson, &routes, change)
        post(Address.adminSignInLink, &routes, makeLink)
        post(Address.adminLeave, &routes, leave)
        post(Address.adminReturn, &routes) { account, viewer, _, _ in
            try await services.store.people.takeBack(account.person.id, by: .person(viewer.id), now: services.now())
            return nil
        }
        post(Address.adminRevokeKeys, &routes) { account, viewer, _, _ in
            _ = try await services.store.personalKeys.revokeKeys(
                of: account.person.id, by: .person(viewer.id), now: services.now())
            return nil
        }
        post(Address.adminEnrolBadge, &routes, enrol)
        post(Address.adminRemoveBadge, &routes, removeBadge)
    }

    /// What a form does. - Returns: a link to be shown once, if one was made.
    private typealias Action = @Sendable (Account, Person, BodyFields, WebContext) async throws -> String?

    private func post(_ address: String, _ routes: inout Routes, _ action: @escaping Action) {
        routes.post(address, .administer) { request, context in
            let (viewer, user) = (try context.person(), try context.pathParameter("user"))
            let fields = try await BodyFields(of: request)
            return try await request.carryingOut(at: Address.adminPerson(user)) {
                let account = try await account(user).account
                if let link = try await action(account, viewer, fields, context) {
                    return try await page(viewer, user, link: link)
                }
                return .redirect(Address.adminPerson(user))
            } orShowing: { problem in
                try await page(viewer, user, problem: problem)
            }
        }
    }

    private func page(_ viewer: Person, _ user: String, link: String? = nil, problem: WebError? = nil) async throws -> Response
    {
        let (store, now) = (services.store, services.now())
        let (account, keys) = try await account(user)
        let content = AccountPage.Content(
            account: account, keys: keys, badges: try await store.badges.badges(of: account.person.id),
            enrolments: try await store.badges.enrolments(of: account.person.id, now: now),
            log: try await store.audit.adminLog(of: account.person.id), offices: try await store.offices.offices(),
            teams: try await store.teams.teams(),
            readers: try await store.readers.readers().filter { $0.revokedAt == nil }.map(\.reader))
        let page = AccountPage(
            navigation: try await Navigation(for: viewer, at: Address.adminPeople, services), viewer: viewer, content, now: now,
            link: link, problem: problem?.sentence)
        return try services.pages.render(page, status: problem?.status ?? .ok)
    }

    // MARK: What forms do

    private func change(
        _ account: Account, _ viewer: Person, _ fields: BodyFields, _ context: WebContext
    ) async throws -> String? {
        let change = PersonChange(
            displayName: try fields.personName(), role: try fields.role(),
            office: try fields.office(of: try await services.store.offices.offices()),
            team: try fields.team(of: try await services.store.teams.teams()))
        if let role = change.role, role != account.person.role { try context.requireFreshSignIn(now: services.now()) }
        try await services.store.people.change(account.person.id, change, by: .person(viewer.id), now: services.now())
        return nil
    }

    private func makeLink(
        _ account: Account, _ viewer: Person, _ fields: BodyFields, _ context: WebContext
    ) async throws -> String? {
        // Nor does a program's key make anybody a session, which would outlast the key.
        try context.requireFreshSignIn(now: services.now())
        guard account.leftAt == nil else { throw Self.hasLeft }
        let secret = try await services.store.signInLinks.addSignInLink(
            for: account.person.id, by: .person(viewer.id), now: services.now())
        return services.publicURL + Address.signInLink(secret.text)
    }

    private func leave(
        _ account: Account, _ viewer: Person, _ fields: BodyFields, _ context: WebContext
    ) async throws -> String? {
        guard account.leftAt == nil else { throw Self.hasLeft }
        guard let day = fields["last_day"].flatMap({ CivilDate(text: $0) }) else {
            throw WebError.badRequest(localized("account.needsLastDay"), reason: .badLastDay)
        }
        let now = services.now()
        let office = try await services.store.offices.offices().first { $0.id == account.person.office }
        let clock = LocalClock(office?.timeZone)
        guard day <= clock.date(now.seconds) else {
            throw WebError.badRequest(localized("account.dayToCome"), reason: .badLastDay)
        }
        let end = Instant(millisecondsSince1970: clock.midnight(after: day) * 1000)
        try await services.store.people.leave(account.person.id, at: min(end, now), by: .person(viewer.id), now: now)
        return nil
    }

    private func enrol(
        _ account: Account, _ viewer: Person, _ fields: BodyFields, _ context: WebContext
    ) async throws -> String? {
        guard account.leftAt == nil else { throw Self.hasLeft }
        let reader = try fields.required("reader", localized("account.chooseReader"), .missingReader)
        do {
            try await services.store.badges.awaitBadge(
                of: account.person.id, at: reader, by: .person(viewer.id), from: services.now(), seconds: Self.badgeWait)
        } catch let error as SecretError {
            services.logger.error("no badge can be enrolled: \(error)")
            throw WebError(.serviceUnavailable, localized("account.cannotEnrol", ["why": "\(error)"]), reason: .noSecret)
        }
        return nil
    }

    private func removeBadge(
        _ account: Account, _ viewer: Person, _ fields: BodyFields, _ context: WebContext
    ) async throws -> String? {
        let badges = try await services.store.badges.badges(of: account.person.id)
        guard let badge = Int64(try context.parameters.require("id")), badges.contains(where: { $0.id == badge }),
            try await services.store.badges.removeBadge(badge, by: .person(viewer.id), now: services.now())
        else { throw WebError(.notFound, localized("account.unknownBadge"), reason: .unknownBadge) }
        return nil
    }

    // MARK: Steps

    private static var hasLeft: WebError { WebError(.conflict, localized("account.letReturn"), reason: .hasLeft) }

    private func account(_ user: String) async throws -> (account: Account, keys: Int64) {
        let unknown = WebError(.notFound, localized("account.unknown"), reason: .unknownPerson)
        guard TapReport.isUserName(user) else { throw unknown }
        do {
            return try await services.store.people.account(userName: user)
        } catch StoreError.unknownPerson {
            throw unknown
        }
    }
}

extension LocalClock {
    /// When a day begins, in seconds since 1970.
    func midnight(_ day: CivilDate) -> Int64 { zone.firstInstant(reading: Self.reading(day, 0)) }

    /// When a day ends.
    func midnight(after day: CivilDate) -> Int64 { midnight(day.adding(days: 1)) }
}

import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The devices of a person: the list, ending their sessions, and signing in a phone.
struct DeviceRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let notices: SeenNotices
    let publicURL: String

    /// How long a phone's code is valid.
    static let phoneLinkLifetime = Duration.seconds(600)

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try pages.render(try await page(context))
    }

    func endOthers(_ request: Request, _ context: WebContext) async throws -> Response {
        let (person, session) = (try context.person(), try context.ownSession())
        try await store.sessions.endSessions(of: person.id, but: session.id, by: .person(person.id), now: context.now)
        return .redirect(Address.myDevices, done: .devicesSignedOut)
    }

    func end(_ request: Request, _ context: WebContext) async throws -> Response {
        let (person, session) = (try context.person(), try context.ownSession())
        guard let id = SessionID(try context.parameters.require("id")),
            try await store.sessions.endSession(id, of: person.id, by: .person(person.id), now: context.now)
        else { throw WebError.notFound }
        return .redirect(id == session.id ? Address.signIn : Address.myDevices, done: .deviceSignedOut)
    }

    /// Ends the display of a notice on the own page, in this browser.
    func seen(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        let shown = try await BodyFields(of: request)["until"].flatMap { Instant(rfc3339: $0) } ?? context.now
        var response = Response.redirect(Address.me)
        notices.set(min(shown, context.now), for: person.id, on: &response)
        return response
    }

    func addPhone(_ request: Request, _ context: WebContext) async throws -> Response {
        let (person, session) = (try context.person(), try context.ownSession())
        let fields = try await BodyFields(of: request)
        return try await request.performingAction {
            let link = try await store.sentForms.once(fields, now: context.now) {
                try await store.signInLinks.addSignInLink(
                    for: person.id, lifetime: Self.phoneLinkLifetime, by: .person(person.id), in: session.id, now: context.now)
            }
            var page = try await page(context)
            let address = publicURL + Address.signInLink(link.text)
            page.code = QRCode(address).map { DevicesPage.Code(side: $0.side, path: $0.path, address: address) }
            return try pages.render(page)
        } orShowing: { problem in
            var page = try await page(context)
            page.problem = problem.sentence
            return try pages.render(page, problem: problem)
        }
    }

    private func page(_ context: WebContext) async throws -> DevicesPage {
        let (person, session, now) = (try context.person(), try context.ownSession(), context.now)
        let clock = try await store.officeSettings.clock(of: person, zones, now: context.now).clock
        let devices = try await store.sessions.devices(of: person.id, now: now)
        let ways = try await store.audit.adminLog(
            of: person.id, SignInNotice.fields, since: now - SignInNotice.shownFor)
        return DevicesPage(
            navigation: try await Navigation(for: context, at: nil, store),
            devices: devices.map {
                DevicesPage.Device($0, isThis: $0.id == session.id, of: person.userName, now: now, clock)
            },
            ways: ways.map { SignInNotice($0, of: person.userName, clock, on: devices.first { $0.id == session.id }) },
            hasPassword: try await store.passwords.passwordHash(of: person.id) != nil,
            failures: try await store.passwords.failures(of: person.id, now: now),
            sessions: person.role.isPrivileged ? store.sessions.privileged : nil, form: FormToken(now: now), clock)
    }
}

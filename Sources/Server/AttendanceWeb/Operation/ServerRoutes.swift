import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import Messaging
import WebServer

/// The state of the server (`/admin/server`).
struct ServerRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let state: ServerState
    let rateLimiter: RateLimiter

    func page(_ request: Request, _ context: WebContext) async throws -> Response { try await page(context) }

    /// Sends a test e-mail to the address in the form.
    func sendTest(_ request: Request, _ context: WebContext) async throws -> Response {
        let typed = try await BodyFields(of: request).trimmed("email")
        return try await request.performingAction {
            guard let address = MailAddress(typed) else {
                throw WebError.badRequest(localized("reminders.badEmail"), reason: .badSetting)
            }
            let message = MailMessage(
                to: address, subject: localized("server.test.subject"),
                text: localized("server.test.text", ["address": state.publicURL]), id: "test-" + Secret().text)
            try await state.reminders.send(message, for: try context.person(), rateLimiter, context)
            return .redirect(Address.adminServer, done: .testSent)
        } orShowing: { problem in
            try await page(context, typed: typed, problem)
        }
    }

    private func page(
        _ context: WebContext, typed: String? = nil, _ problem: WebError? = nil
    ) async throws -> Response {
        let viewer = try context.person()
        let clock = try await store.officeSettings.clock(of: viewer, zones, now: context.now).clock
        let own = try await store.reminders.preference(of: viewer.id).recipient
        let page = ServerPage(
            navigation: try await Navigation(for: context, at: Address.adminServer, store),
            items: try await state.items(clock, now: context.now), sendsMail: state.reminders.sendsMail,
            email: typed ?? own ?? "", problem: problem?.sentence)
        return try pages.render(page, problem: problem)
    }
}

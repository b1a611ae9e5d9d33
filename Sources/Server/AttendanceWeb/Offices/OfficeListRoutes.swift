import Attendance
import AttendanceStore
import Hummingbird
import WebServer

/// The list of offices (`/admin/offices`).
struct OfficeListRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase

    func page(_ request: Request, _ context: WebContext) async throws -> Response { try await page(context) }

    /// Adds an office, and shows its settings.
    func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, form) = (try context.person(), OfficeForm(try await BodyFields(of: request)))
        return try await request.performingAction {
            let (name, timeZone) = try form.office(zones)
            let office = try await store.offices.addOffice(name: name, timeZone: timeZone, by: viewer.id, now: context.now)
            return .redirect(Address.ofOffice(office), done: .officeAdded)
        } orShowing: { problem in
            try await page(context, problem: problem, typed: form)
        }
    }

    private func page(
        _ context: WebContext, problem: WebError? = nil, typed: OfficeForm = OfficeForm()
    ) async throws -> Response {
        let page = OfficeListPage(
            navigation: try await Navigation(for: context, at: Address.adminOffices, store),
            try await store.offices.offices(), zones: zones.choices(now: context.now), problem: problem?.sentence, typed: typed)
        return try pages.render(page, problem: problem)
    }
}

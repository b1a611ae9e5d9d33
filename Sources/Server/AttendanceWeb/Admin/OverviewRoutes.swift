import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// The start page of the administration (`/admin`): the steps to the first tap, then what there is.
struct OverviewRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let server: ServerState
    let provider: IdentityProvider?

    func page(_ request: Request, _ context: WebContext) async throws -> Response { try await page(context) }

    /// Adds a floor with desks in rows to an office, by default the viewer's.
    func addFloor(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let fields = try await BodyFields(of: request)
        let form = NewFloorForm(fields)
        return try await request.performingAction {
            let office = try fields.office(of: try await store.offices.offices()) ?? viewer.office
            var taken: [String] = []
            for floor in try await store.floors.floors(of: office) {
                taken += try await store.floors.desks(on: floor.name, of: office).map(\.id)
            }
            try await store.floors.addFloor(
                try form.layout(besides: taken), to: office, by: .person(viewer.id), now: context.now)
            return .redirect(Address.admin, done: .floorAdded)
        } orShowing: { problem in
            try await page(context, problem: problem, typed: form)
        }
    }

    private func page(
        _ context: WebContext, problem: WebError? = nil, typed: NewFloorForm = NewFloorForm()
    ) async throws -> Response {
        let viewer = try context.person()
        let state = try await store.setupState(now: context.now)
        let desk = state.hasTap ? nil : try await store.floors.usableDeskNames(of: viewer.office).first?.desk
        let hasPassword = try await store.passwords.passwordHash(of: viewer.id) != nil
        let (clock, today) = try await store.officeSettings.clock(of: viewer, zones, now: context.now)
        let warnings = try await server.items(clock, now: context.now).filter(\.isWarning)
        let page = OverviewPage(
            navigation: try await Navigation(for: context, at: Address.admin, store), state,
            offices: try await store.offices.offices(), home: viewer.office, desk: desk,
            provider: provider?.settings.name, hasPassword: hasPassword, warnings: warnings.map(\.name),
            endingCalendars: try await store.holidays.endingCalendars(today: today),
            problem: problem?.sentence, typed: typed, now: context.now)
        return try pages.render(page, problem: problem)
    }
}

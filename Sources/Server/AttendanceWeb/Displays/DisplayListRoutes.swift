import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The administration of wall displays (`/admin/displays`).
struct DisplayListRoutes {
    let store: AttendanceStore
    let pages: Pages
    let access: AccessCache
    let limits: RequestLimits
    let publicURL: String

    func page(_ request: Request, _ context: WebContext) async throws -> Response { try await page(context) }

    func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let fields = try await BodyFields(of: request)
        let form = DisplayForm(fields)
        return try await request.performingAction {
            let name = try ThingName.given(form.name)
            let floor = try form.floor(try await store.floors.floorsToEdit())
            if form.code != nil { try limits.checkTypedCode(context) }
            let link = try await store.sentForms.once(fields, now: context.now) {
                () async throws -> DisplayListPage.NewLink? in
                if let code = form.code {
                    try await store.displays.addDisplay(
                        name: name, floor: floor.name, of: floor.office, showing: code, by: try context.author(),
                        now: context.now)
                    return nil
                }
                try await store.displays.addDisplay(
                    name: name, floor: floor.name, of: floor.office, by: try context.author(), now: context.now)
                return try await newLink(for: name, context)
            }
            return try await response(made: link, context)
        } orShowing: { problem in
            try await page(context, problem: problem, typed: form)
        }
    }

    func addLink(_ request: Request, _ context: WebContext) async throws -> Response {
        let fields = try await BodyFields(of: request)
        let form = DisplayForm(fields)
        return try await change(request, context, code: form.code) { display in
            if form.code != nil { try limits.checkTypedCode(context) }
            let link = try await store.sentForms.once(fields, now: context.now) {
                () async throws -> DisplayListPage.NewLink? in
                guard let code = form.code else { return try await newLink(for: display.name, context) }
                try await store.displays.useCode(code, for: display.name, by: try context.author(), now: context.now)
                return nil
            }
            return try await response(made: link, context)
        }
    }

    func revoke(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { display in
            try await store.displays.revokeDisplay(name: display.name, by: try context.author(), now: context.now)
            access.invalidate()
            return .redirect(Address.adminDisplays, done: .displayRevoked)
        }
    }

    /// Performs a form's action on the display in its address.
    /// - Parameter code: typed for another screen of the display.
    private func change(
        _ request: Request, _ context: WebContext, code: String? = nil, _ body: (Display) async throws -> Response
    ) async throws -> Response {
        let id = try context.parameters.require("id")
        return try await request.performingAction {
            guard let display = try await store.displays.displays().first(where: { "\($0.display.id)" == id })?.display
            else {
                throw WebError(.notFound, localized("display.unknown"), reason: .unknownDisplay)
            }
            return try await body(display)
        } orShowing: { problem in
            try await page(
                context, problem: problem, refused: code.map { DisplayListPage.Refused(display: id, code: $0) })
        }
    }

    /// - Parameter link: nil: the screen with the typed code shows its floor by itself.
    private func response(made link: DisplayListPage.NewLink?, _ context: WebContext) async throws -> Response {
        guard let link else { return .redirect(Address.adminDisplays, done: .displayConnected) }
        return try await page(context, made: link)
    }

    private func newLink(for name: String, _ context: WebContext) async throws -> DisplayListPage.NewLink {
        let secret = try await store.displays.addDisplayLink(for: name, by: try context.author(), now: context.now)
        return DisplayListPage.NewLink(name: name, link: publicURL + Address.displayLink(secret.text))
    }

    private func page(
        _ context: WebContext, made: DisplayListPage.NewLink? = nil, problem: WebError? = nil,
        typed: DisplayForm = DisplayForm(), refused: DisplayListPage.Refused? = nil
    ) async throws -> Response {
        let viewer = try context.person()
        let offices = try await store.offices.offices()
        let office = offices.first { $0.id == viewer.office }
        let page = DisplayListPage(
            navigation: try await Navigation(for: context, at: Address.adminDisplays, store),
            try await store.displays.displays(), floors: try await store.floors.floorsToEdit(), offices: offices,
            officesWithNames: try await store.displays.officesWithNames(), now: context.now,
            clock: LocalClock(office?.timeZone), publicURL: publicURL,
            made: made,
            problem: problem?.sentence, typed: typed, refused: refused)
        return try pages.render(page, problem: problem)
    }
}

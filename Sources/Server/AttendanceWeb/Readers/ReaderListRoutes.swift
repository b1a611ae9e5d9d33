import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The administration of readers (`/admin/readers`).
struct ReaderListRoutes {
    let store: AttendanceStore
    let pages: Pages
    let access: AccessCache

    func page(_ request: Request, _ context: WebContext) async throws -> Response { try await page(context) }

    func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let fields = try await BodyFields(of: request)
        let form = ReaderForm(fields)
        return try await request.performingAction {
            let name = try ThingName.given(form.name)
            let scope = try form.scope(
                try await store.offices.offices(), try await store.floors.typedDesks(of: nil))
            let key = try await store.sentForms.once(fields, now: context.now) {
                try await store.readers.addReader(name: name, scope: scope, by: try context.author(), now: context.now)
            }
            return try await page(context, made: ReaderListPage.NewKey(name: name, key: key))
        } orShowing: { problem in
            try await page(context, problem: problem, typed: form)
        }
    }

    func rotate(_ request: Request, _ context: WebContext) async throws -> Response {
        let fields = try await BodyFields(of: request)
        return try await change(request, context) { reader in
            let key = try await store.sentForms.once(fields, now: context.now) {
                try await store.readers.rotateReader(name: reader.name, by: try context.author(), now: context.now)
            }
            access.invalidate()
            return try await page(context, made: ReaderListPage.NewKey(name: reader.name, key: key))
        }
    }

    func revoke(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { reader in
            try await store.readers.revokeReader(name: reader.name, by: try context.author(), now: context.now)
            access.invalidate()
            return .redirect(Address.adminReaders, done: .readerRevoked)
        }
    }

    /// Performs a form's action on the reader in its address.
    private func change(
        _ request: Request, _ context: WebContext, _ body: (Reader) async throws -> Response
    ) async throws -> Response {
        let id = try context.parameters.require("id")
        return try await request.performingAction {
            guard let reader = try await store.readers.readers().first(where: { "\($0.reader.id)" == id })?.reader
            else {
                throw WebError(.notFound, localized("reader.unknown"), reason: .unknownReader)
            }
            return try await body(reader)
        } orShowing: { problem in
            try await page(context, problem: problem)
        }
    }

    private func page(
        _ context: WebContext, made: ReaderListPage.NewKey? = nil, problem: WebError? = nil,
        typed: ReaderForm = ReaderForm()
    ) async throws -> Response {
        let viewer = try context.person()
        let offices = try await store.offices.offices()
        let office = offices.first { $0.id == viewer.office }
        let page = ReaderListPage(
            navigation: try await Navigation(for: context, at: Address.adminReaders, store),
            try await store.readers.readers(), offices: offices, now: context.now,
            clock: LocalClock(office?.timeZone),
            made: made, problem: problem?.sentence, typed: typed)
        return try pages.render(page, problem: problem)
    }
}

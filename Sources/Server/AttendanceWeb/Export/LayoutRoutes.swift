import Attendance
import AttendanceExport
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import NIOCore
import WebServer

/// The export layouts of an office (`/hr/layouts`), and the form for one (`/hr/layout`). HR has those of the offices for
/// which the person is responsible, an administrator those of each.
struct LayoutRoutes {
    let store: AttendanceStore
    let pages: Pages
    let layouts: ExportLayouts

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let office = try await office(try QueryParameters(request.uri.query)["office"], context)
        let viewer = try context.person()
        return try pages.render(
            LayoutListPage(
                navigation: try await Navigation(for: context, at: Address.hr, store), office,
                of: try await store.offices.offices().filter { viewer.may(.export, in: $0.id) },
                try await store.exportLayouts.layouts(of: office.id),
                included: try layouts.ready().compactMap { name in
                    try layouts.ready(name).map { (name: name, json: String(decoding: $0, as: UTF8.self)) }
                }, hasHours: try await !store.commonFacts.facts().isEmpty))
    }

    /// The form for a saved layout, or for a new one that starts as another.
    func form(_ request: Request, _ context: WebContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query)
        let office = try await office(query["office"], context)
        if let name = query["name"] {
            let saved = try await saved(name, office)
            guard let draft = LayoutDraft(json: saved.json) else { return .redirect(Self.list(office)) }
            return try await page(LayoutForm(draft, of: saved), office, context)
        }
        return try await page(LayoutForm(try await start(query["from"] ?? "", office)), office, context)
    }

    private func start(_ name: String, _ office: Office) async throws -> LayoutDraft {
        guard !name.isEmpty else { return .daily }
        if name == LayoutListPage.hours { return .hours }
        let all = try await store.exportLayouts.layouts(of: office.id)
        let included = try layouts.ready(name).map { String(decoding: $0, as: UTF8.self) }
        guard let json = all.first(where: { $0.name == name })?.json ?? included else { throw Self.unknown(name, all) }
        return LayoutDraft(json: json) ?? .daily
    }

    /// Saves the layout, or changes the columns of the form without saving.
    func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let fields = try await BodyFields(of: request, upTo: LayoutForm.longestBody)
        let office = try await office(fields["office"], context)
        var form = LayoutForm(fields)
        guard form.draft.columns.count <= LayoutDraft.mostColumns else {
            throw WebError.badRequest(LayoutDraft.Problem.tooManyColumns.sentence, reason: .badLayout)
        }
        if let edit = form.edit {
            form.perform(edit)
            return try await page(form, office, context)
        }
        let typed = form
        let all = try await store.exportLayouts.layouts(of: office.id)
        let problems = typed.problems(taken: Set(all.map(\.name) + (try layouts.ready())))
        return try await request.performingAction {
            guard problems.sentences.isEmpty else {
                throw WebError.badRequest(problems.sentences.joined(separator: " "), reason: .badLayout)
            }
            // A layout of a file would lose what the form does not have.
            guard
                typed.oldName.isEmpty || all.contains(where: { $0.name == typed.oldName && LayoutDraft(json: $0.json) != nil })
            else { throw Self.unknown(typed.oldName, all) }
            let json = try typed.draft.json()
            try await store.sentForms.once(fields, now: context.now) {
                try await write(typed, json, of: office, context)
            }
            return .redirect(Self.list(office), done: .changesSaved)
        } orShowing: { problem in
            var again = typed
            // The person saw that there is another change, and can replace it.
            if problem.reason == .stale, let saved = try? await saved(typed.oldName, office) { again.shown = saved.shown }
            return try await page(again, office, context, problem, problems)
        }
    }

    private func write(_ form: LayoutForm, _ json: String, of office: Office, _ context: WebContext) async throws {
        let author = try context.person().id
        guard !form.oldName.isEmpty else {
            return try await store.exportLayouts.setLayout(
                form.name, of: office.id, json: json, replaces: false, by: author, now: context.now)
        }
        guard let shown = Instant(rfc3339: form.shown),
            try await store.exportLayouts.changeLayout(
                form.oldName, savedAt: shown, to: form.name, of: office.id, json: json, by: author, now: context.now)
        else { throw WebError(.conflict, localized("office.changedMeanwhile"), reason: .stale) }
    }

    func remove(_ request: Request, _ context: WebContext) async throws -> Response {
        let fields = try await BodyFields(of: request)
        let office = try await office(fields["office"], context)
        let name = fields["name"] ?? ""
        guard
            try await store.exportLayouts.removeLayout(name, of: office.id, by: try context.author(), now: context.now)
        else { throw Self.unknown(name) }
        return .redirect(Self.list(office), done: .layoutDeleted)
    }

    /// The file of a saved layout, for `desktap layout set`.
    func file(_ request: Request, _ context: WebContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query)
        let layout = try await saved(query["name"] ?? "", try await office(query["office"], context))
        let headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"\(safeFileName(layout.name, "json"))\"",
        ]
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: layout.json + "\n")))
    }

    /// - Parameter name: nil: the viewer's office.
    private func office(_ name: String?, _ context: WebContext) async throws -> Office {
        let viewer = try context.person()
        guard let office = try await store.offices.offices().named(name, or: viewer.reach(.export).usualOffice(viewer.office))
        else {
            throw ExportError.unknownOffice(name ?? "")
        }
        guard viewer.may(.export, in: office.id) else { throw ExportError.otherOffice }
        return office
    }

    private func saved(_ name: String, _ office: Office) async throws -> SavedLayout {
        let all = try await store.exportLayouts.layouts(of: office.id)
        guard let layout = all.first(where: { $0.name == name }) else { throw Self.unknown(name, all) }
        return layout
    }

    private static func unknown(_ name: String, _ known: [SavedLayout] = []) -> WebError {
        ExportError.unknownLayout(name, known: known.map(\.name)).webError ?? .notFound
    }

    private static func list(_ office: Office) -> String { Address.asking(Address.layouts, [("office", office.name)]) }

    private func page(
        _ form: LayoutForm, _ office: Office, _ context: WebContext, _ problem: WebError? = nil,
        _ problems: LayoutForm.Problems = LayoutForm.Problems()
    ) async throws -> Response {
        try pages.render(
            LayoutPage(
                navigation: try await Navigation(for: context, at: Address.hr, store), form, of: office,
                token: FormToken(now: context.now).text, problem: problem?.sentence, problems,
                hasHours: try await !store.commonFacts.facts().isEmpty), problem: problem)
    }
}

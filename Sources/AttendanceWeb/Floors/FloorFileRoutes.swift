import AttendanceStore
import HTTPTypes
import Hummingbird
import NIOCore
import WebServer

/// A floor as a file (`/admin/floors/{id}/file`): first a look at what would change, then all or nothing, into the draft.
struct FloorFileRoutes {
    let store: AttendanceStore
    let pages: Pages

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await withFloor(context) { floor in try await page(context, floor, "", .none) }
    }

    func csv(_ request: Request, _ context: WebContext) async throws -> Response {
        try await withFloor(context) { floor in
            file(floor.drawing.csv, "text/csv; charset=utf-8", "\(floor.name).csv")
        }
    }

    func json(_ request: Request, _ context: WebContext) async throws -> Response {
        try await withFloor(context) { floor in file(floor.drawing.json, "application/json", "\(floor.name).json") }
    }

    func send(_ request: Request, _ context: WebContext) async throws -> Response {
        try await withFloor(context) { floor in try await bringIn(request, context, floor) }
    }

    private func withFloor(
        _ context: WebContext, _ body: (EditedFloor) async throws -> Response
    ) async throws -> Response {
        do {
            return try await body(try await store.floors.floor(try context.floorID()))
        } catch let error as FloorError {
            throw error.refusal
        }
    }

    private func file(_ text: String, _ type: String, _ name: String) -> Response {
        var headers: HTTPFields = [.contentType: type]
        headers[.contentDisposition] = "attachment; filename*=UTF-8''" + Address.percentEncoded(name)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private func bringIn(
        _ request: Request, _ context: WebContext, _ floor: EditedFloor
    ) async throws -> Response {
        let viewer = try context.person()
        let fields = try await ImportRoutes.fields(of: request)
        if fields["do"] == "publish" { return try await publish(fields, floor, context) }
        let text = fields["text"] ?? ""
        let outcome: FloorFilePage.Outcome
        do {
            let elsewhere = try await store.floors.desksElsewhere(than: floor)
            let drawing = try floor.drawing.replaced(byFile: Array(text.utf8), besides: elsewhere)
            let change = DrawingChange(from: floor.drawing, to: drawing)
            if fields["do"] == "import" {
                _ = try await store.floors.saveDraft(
                    drawing, of: FloorVersion(floor.id, said: fields["version"], by: viewer.id), now: context.now)
                return try await page(context, try await store.floors.floor(floor.id), text, .kept(change))
            } else {
                outcome = .checked(change)
            }
        } catch ImportError.header(let fault) {
            outcome = .refused(fault.localizedText)
        } catch ImportError.lines(let problems) {
            outcome = .wrong(problems.map { ($0.line, $0.fault.localizedText) })
        } catch FloorError.problems(let problems) {
            outcome = .wrong(problems.map { (nil, $0.fault.localizedText) })
        } catch let error as FloorError {
            outcome = .refused(error.refusal.sentence)
        }
        return try await page(context, floor, text, outcome)
    }

    /// Publishes the draft. Where people sit at desks that would be gone, the first time says who.
    private func publish(
        _ fields: QueryParameters, _ floor: EditedFloor, _ context: WebContext
    ) async throws -> Response {
        let spokenOf = fields["sure"] == "yes" ? (fields["spoken_of"] ?? "").split(separator: ",").map(String.init) : []
        let outcome: FloorFilePage.Outcome
        do {
            _ = try await store.floors.publish(
                floor.drawing, as: FloorVersion(floor.id, said: fields["version"], by: try context.person().id),
                spokenOf: Set(spokenOf), now: context.now)
            outcome = .published
        } catch FloorError.problems(let problems) {
            outcome = .wrong(problems.map { (nil, $0.fault.localizedText) })
        } catch FloorError.occupied(let people) {
            outcome = .occupied(FloorError.occupied(people).refusal.sentence, desks: people.map(\.desk))
        } catch let error as FloorError {
            outcome = .refused(error.refusal.sentence)
        }
        return try await page(context, try await store.floors.floor(floor.id), "", outcome)
    }

    private func page(
        _ context: WebContext, _ floor: EditedFloor, _ text: String, _ outcome: FloorFilePage.Outcome
    ) async throws -> Response {
        let page = FloorFilePage(
            navigation: try await Navigation(for: try context.person(), at: Address.adminPeople, store), floor, text: text,
            outcome)
        return try pages.render(page, status: page.problem == nil ? .ok : .unprocessableContent)
    }
}

import AttendanceStore
import HTTPTypes
import Hummingbird
import NIOCore
import WebServer

/// A floor as a file (`/admin/floors/{id}/file`): first a look at what would change, then all or nothing, into the draft.
struct FloorFileRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.adminFloorFile, .administer) { _, context in
            try await withFloor(context) { floor, viewer in try await page(viewer, floor, "", .none) }
        }
        routes.get(Address.adminFloorCSV, .administer) { _, context in
            try await withFloor(context) { floor, _ in
                file(floor.drawing.csv, "text/csv; charset=utf-8", "\(floor.name).csv")
            }
        }
        routes.get(Address.adminFloorJSON, .administer) { _, context in
            try await withFloor(context) { floor, _ in file(floor.drawing.json, "application/json", "\(floor.name).json") }
        }
        routes.post(Address.adminFloorFile, .administer) { request, context in
            try await withFloor(context) { floor, viewer in try await bringIn(request, floor, viewer) }
        }
    }

    private func withFloor(
        _ context: WebContext, _ body: (EditedFloor, Person) async throws -> Response
    ) async throws -> Response {
        let viewer = try context.person()
        do {
            return try await body(try await services.store.floors.floor(try context.floorID()), viewer)
        } catch let error as FloorError {
            throw error.refusal
        }
    }

    private func file(_ text: String, _ type: String, _ name: String) -> Response {
        var headers: HTTPFields = [.contentType: type]
        headers[.contentDisposition] = "attachment; filename*=UTF-8''" + Address.percentEncoded(name)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private func bringIn(_ request: Request, _ floor: EditedFloor, _ viewer: Person) async throws -> Response {
        let fields = try await ImportRoutes.fields(of: request)
        if fields["do"] == "publish" { return try await publish(fields, floor, viewer) }
        let text = fields["text"] ?? ""
        let outcome: FloorFilePage.Outcome
        do {
            let elsewhere = try await services.store.floors.desksElsewhere(than: floor)
            let drawing = try floor.drawing.replaced(byFile: Array(text.utf8), besides: elsewhere)
            let change = DrawingChange(from: floor.drawing, to: drawing)
            if fields["do"] == "import" {
                _ = try await services.store.floors.saveDraft(
                    drawing, of: FloorVersion(floor.id, said: fields["version"], by: viewer.id), now: services.now())
                return try await page(viewer, try await services.store.floors.floor(floor.id), text, .kept(change))
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
        return try await page(viewer, floor, text, outcome)
    }

    /// Publishes the draft. Where people sit at desks that would be gone, the first time says who.
    private func publish(_ fields: QueryParameters, _ floor: EditedFloor, _ viewer: Person) async throws -> Response {
        let spokenOf = fields["sure"] == "yes" ? (fields["spoken_of"] ?? "").split(separator: ",").map(String.init) : []
        let outcome: FloorFilePage.Outcome
        do {
            _ = try await services.store.floors.publish(
                floor.drawing, as: FloorVersion(floor.id, said: fields["version"], by: viewer.id),
                spokenOf: Set(spokenOf), now: services.now())
            outcome = .published
        } catch FloorError.problems(let problems) {
            outcome = .wrong(problems.map { (nil, $0.fault.localizedText) })
        } catch FloorError.occupied(let people) {
            outcome = .occupied(FloorError.occupied(people).refusal.sentence, desks: people.map(\.desk))
        } catch let error as FloorError {
            outcome = .refused(error.refusal.sentence)
        }
        return try await page(viewer, try await services.store.floors.floor(floor.id), "", outcome)
    }

    private func page(
        _ viewer: Person, _ floor: EditedFloor, _ text: String, _ outcome: FloorFilePage.Outcome
    ) async throws -> Response {
        let page = FloorFilePage(
            navigation: try await Navigation(for: viewer, at: Address.adminPeople, services), floor, text: text, outcome)
        return try services.pages.render(page, status: page.problem == nil ? .ok : .unprocessableContent)
    }
}

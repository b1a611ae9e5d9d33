import AttendanceStore
import HTTPTypes
import Hummingbird
import NIOCore
import WebServer

/// A floor as a file (`/admin/floors/{id}/file`): a preview of the changes, then an import of the whole file into the draft.
struct FloorFileRoutes {
    let store: AttendanceStore
    let pages: Pages

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(context, try await floor(context), "", .none)
    }

    func csv(_ request: Request, _ context: WebContext) async throws -> Response {
        let floor = try await floor(context)
        return file(floor.drawing.csv, "text/csv; charset=utf-8", "\(floor.name).csv")
    }

    func json(_ request: Request, _ context: WebContext) async throws -> Response {
        let floor = try await floor(context)
        return file(floor.drawing.json, "application/json", "\(floor.name).json")
    }

    private func floor(_ context: WebContext) async throws -> EditedFloor {
        try await store.floors.floor(try context.floorID())
    }

    private func file(_ text: String, _ type: String, _ name: String) -> Response {
        var headers: HTTPFields = [.contentType: type]
        headers[.contentDisposition] = "attachment; filename*=UTF-8''" + Address.percentEncoded(name)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    func send(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, floor) = (try context.person(), try await floor(context))
        let form = FloorFileForm(try await ImportRoutes.fields(of: request))
        if form.action == .publish { return try await publish(form, floor, context) }
        let outcome: FloorFilePage.Outcome
        do {
            let elsewhere = try await store.floors.desksElsewhere(than: floor)
            let drawing = try floor.drawing.replaced(byFile: Array(form.text.utf8), besides: elsewhere)
            let change = DrawingChange(from: floor.drawing, to: drawing)
            if form.action == .import {
                _ = try await store.floors.saveDraft(
                    drawing, of: FloorVersion(floor.id, said: form.version, by: viewer.id), now: context.now)
                return try await page(context, try await store.floors.floor(floor.id), form.text, .kept(change))
            } else {
                outcome = .checked(change)
            }
        } catch ImportError.header(let fault) {
            outcome = .refused(fault.sentence)
        } catch ImportError.lines(let problems) {
            outcome = .wrong(problems.map { ($0.line, $0.fault.sentence) })
        } catch FloorError.problems(let problems) {
            outcome = .wrong(problems.map { (nil, $0.fault.sentence) })
        } catch let error as FloorError {
            outcome = .refused(error.sentence)
        }
        return try await page(context, floor, form.text, outcome)
    }

    /// Publishes the draft. If people sit at desks that would be removed, the first attempt lists them.
    private func publish(
        _ form: FloorFileForm, _ floor: EditedFloor, _ context: WebContext
    ) async throws -> Response {
        let outcome: FloorFilePage.Outcome
        do {
            _ = try await store.floors.publish(
                floor.drawing, as: FloorVersion(floor.id, said: form.version, by: try context.person().id),
                confirmedDesks: form.confirmedDesks, now: context.now)
            outcome = .published
        } catch FloorError.problems(let problems) {
            outcome = .wrong(problems.map { (nil, $0.fault.sentence) })
        } catch FloorError.occupied(let people) {
            outcome = .occupied(FloorError.occupied(people).sentence, desks: people.map(\.desk))
        } catch let error as FloorError {
            outcome = .refused(error.sentence)
        }
        return try await page(context, try await store.floors.floor(floor.id), "", outcome)
    }

    private func page(
        _ context: WebContext, _ floor: EditedFloor, _ text: String, _ outcome: FloorFilePage.Outcome
    ) async throws -> Response {
        let page = FloorFilePage(
            navigation: try await Navigation(for: context, at: Address.adminFloors, store), floor,
            text: text,
            outcome)
        return try pages.render(page, status: page.problem == nil ? .ok : .unprocessableContent)
    }
}

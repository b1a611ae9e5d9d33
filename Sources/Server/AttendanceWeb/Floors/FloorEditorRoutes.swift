import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import WebServer

/// The floor editor (`/admin/floors/{id}`), which saves and publishes drafts.
struct FloorEditorRoutes {
    let store: AttendanceStore
    let pages: Pages

    func saveDraft(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { sent, version in
            guard let drawing = sent.drawing else { throw FloorError.unreadable }
            return try await store.floors.saveDraft(try drawing.checked(), of: version, now: context.now)
        }
    }

    func publish(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { sent, version in
            let drawing = try await drawing(sent, of: version.floor)
            return try await store.floors.publish(
                drawing, as: version, confirmedDesks: Set(sent.confirmedDesks ?? []), now: context.now)
        }
    }

    func discardDraft(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, id, fields) = (try context.person(), try context.floorID(), try await BodyFields(of: request))
        try await store.floors.discardDraft(of: FloorVersion(id, said: fields["version"], by: viewer.id), now: context.now)
        return .redirect(Address.ofFloor(id), done: .draftDiscarded)
    }

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let floor = try await store.floors.floor(try context.floorID())
        let map = Address.floor(floor.name, office: floor.office == viewer.office ? nil : floor.officeName)
        let state = EditorState(floor, elsewhere: try await store.floors.desksElsewhere(than: floor), map: map)
        return try pages.render(
            try FloorEditorPage(
                navigation: try await Navigation(for: context, at: Address.adminFloors, store), floor, state: state))
    }

    /// The sides of the chairs on a drawing, which can have problems and is not saved.
    func chairSides(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let drawing = try await sent(request).drawing?.checked() else { throw FloorError.unreadable }
        let floor = Floor(name: "", width: drawing.width, height: drawing.height)
        return .json(Chairs(sides: ChairSide.sides(of: drawing.desks, rooms: drawing.rooms, on: floor)))
    }

    private struct Chairs: Encodable {
        /// In the order of the desks; nil: no chair.
        let sides: [ChairSide?]
    }

    /// The body of the editor's requests.
    private struct Sent: Decodable {
        var version: Int64?
        var drawing: FloorDrawing?
        var confirmedDesks: [String]?

        private enum CodingKeys: String, CodingKey { case version, drawing, confirmedDesks = "spoken_of" }
    }

    private struct Changed: Encodable { let version: Int64 }

    private func change(
        _ request: Request, _ context: WebContext, _ body: (Sent, FloorVersion) async throws -> Int64
    ) async throws -> Response {
        let (viewer, id) = (try context.person(), try context.floorID())
        do {
            let sent = try await sent(request)
            let next = try await body(sent, FloorVersion(id, version: sent.version, by: viewer.id))
            return .json(Changed(version: next))
        } catch let error as FloorError {
            return FloorRefusal(error).response
        }
    }

    /// - Throws: ``FloorError/unreadable``, ``WebError``.
    private func sent(_ request: Request) async throws -> Sent {
        try request.bodyType([.json])
        let body = try await request.body(upTo: FloorDrawing.longestDocument)
        do {
            return try JSONDecoder().decode(
                Sent.self, from: Data(body.readableBytesView), nesting: FloorDrawing.nesting + 1)
        } catch {
            throw FloorError.unreadable
        }
    }

    /// The drawing in the request, or else the floor's draft.
    private func drawing(_ sent: Sent, of id: FloorID) async throws -> FloorDrawing {
        if let drawing = sent.drawing { return try drawing.checked() }
        return try await store.floors.floor(id).drawing
    }
}

import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// The list of floors (`/admin/floors`): adding, renaming, ordering, removing.
struct FloorListRoutes {
    let store: AttendanceStore
    let pages: Pages
    let access: AccessCache

    func page(_ request: Request, _ context: WebContext) async throws -> Response { try await page(context) }

    func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, fields) = (try context.person(), try await BodyFields(of: request))
        return try await request.performingAction {
            let office = try fields.requiredOffice(of: try await store.offices.offices())
            let id = try await store.floors.addEmptyFloor(
                named: fields["name"] ?? "", to: office, by: viewer.id, now: context.now)
            return .redirect(Address.ofFloor(id))
        } orShowing: { problem in
            try await page(
                context, problem: problem, typed: .added(name: fields["name"] ?? "", office: fields["office"] ?? ""))
        }
    }

    func rename(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { floor, fields in
            try await store.floors.renameFloor(
                floor, to: fields["name"] ?? "", by: try context.person().id, now: context.now)
            access.invalidate()
        }
    }

    func move(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { floor, fields in
            try await store.floors.moveFloor(
                floor, by: fields["to"] == "front" ? -1 : 1, author: .person(try context.person().id), now: context.now)
        }
    }

    private func change(
        _ request: Request, _ context: WebContext, _ body: (FloorID, BodyFields) async throws -> Void
    ) async throws -> Response {
        let (id, fields) = (try context.floorID(), try await BodyFields(of: request))
        return try await request.performingAction {
            try await body(id, fields)
            return .redirect(Address.adminFloors, done: .changesSaved)
        } orShowing: { problem in
            try await page(context, problem: problem, typed: fields["name"].map { .renamed(id, name: $0) })
        }
    }

    func removalPage(_ request: Request, _ context: WebContext) async throws -> Response {
        try await removal(context, try await store.floors.floor(try context.floorID()))
    }

    /// Removes a floor. If people sit there, the first attempt lists them, and the second removes it.
    func remove(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, id, fields) = (try context.person(), try context.floorID(), try await BodyFields(of: request))
        let confirmedDesks = fields.isSet("sure") ? (fields["spoken_of"] ?? "").split(separator: ",").map(String.init) : []
        do {
            try await store.floors.removeFloor(
                FloorVersion(id, said: fields["version"], by: viewer.id), confirmedDesks: Set(confirmedDesks),
                now: context.now)
            access.invalidate()
            return .redirect(Address.adminFloors, done: .floorRemoved)
        } catch let error as FloorError {
            guard request.wantsPage else { return FloorRefusal(error).response }
            guard error != .unknown else { throw error }
            var people: [SeatedPerson] = []
            if case .occupied(let seated) = error { people = seated }
            return try await removal(context, try await store.floors.floor(id), error.refusal, people)
        }
    }

    private func removal(
        _ context: WebContext, _ floor: EditedFloor, _ problem: WebError? = nil, _ people: [SeatedPerson] = []
    ) async throws -> Response {
        try pages.render(
            FloorRemovalPage(
                navigation: try await Navigation(for: context, at: Address.adminFloors, store), floor,
                problem: problem?.sentence, people: people), problem: problem)
    }

    private func page(
        _ context: WebContext, problem: WebError? = nil, typed: FloorListPage.Typed? = nil
    ) async throws -> Response {
        try pages.render(
            FloorListPage(
                navigation: try await Navigation(for: context, at: Address.adminFloors, store),
                try await store.floors.floorsToEdit(), offices: try await store.offices.offices(),
                problem: problem?.sentence, typed: typed), problem: problem)
    }
}

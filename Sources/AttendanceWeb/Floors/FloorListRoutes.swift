import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// Looking after floors (`/admin/floors`): adding, naming, ordering, removing.
struct FloorListRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.adminFloors, .administer) { _, context in try await page(try context.person()) }
        routes.post(Address.adminFloors, .administer) { request, context in
            let (viewer, fields) = (try context.person(), try await BodyFields(of: request))
            return try await request.carryingOut {
                let office = try fields.requiredOffice(of: try await services.store.offices.offices())
                let id = try await services.store.floors.addEmptyFloor(
                    named: fields["name"] ?? "", to: office, by: viewer.id, now: services.now())
                return .redirect(Address.ofFloor(id))
            } orShowing: { problem in
                try await page(viewer, problem: problem, typed: fields["name"] ?? "")
            }
        }
        change(Address.adminRenameFloor, &routes) { floor, fields, viewer in
            try await services.store.floors.renameFloor(floor, to: fields["name"] ?? "", by: viewer.id, now: services.now())
        }
        change(Address.adminMoveFloor, &routes) { floor, fields, _ in
            try await services.store.floors.moveFloor(floor, by: fields["to"] == "front" ? -1 : 1)
        }
        routes.get(Address.adminRemoveFloor, .administer) { _, context in
            let (viewer, id) = (try context.person(), try context.floorID())
            do {
                return try await removal(viewer, try await services.store.floors.floor(id))
            } catch let error as FloorError {
                throw error.refusal
            }
        }
        routes.post(Address.adminRemoveFloor, .administer, remove)
    }

    private func change(
        _ address: String, _ routes: inout Routes,
        _ body: @escaping @Sendable (Int64, BodyFields, Person) async throws -> Void
    ) {
        routes.post(address, .administer) { request, context in
            let (viewer, id, fields) = (try context.person(), try context.floorID(), try await BodyFields(of: request))
            return try await request.carryingOut {
                try await body(id, fields, viewer)
                return .redirect(Address.adminFloors)
            } orShowing: { problem in
                try await page(viewer, problem: problem)
            }
        }
    }

    /// Where people sit on the floor, the first time says who, and only the second time removes it.
    private func remove(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, id, fields) = (try context.person(), try context.floorID(), try await BodyFields(of: request))
        let spokenOf = fields.isSet("sure") ? (fields["spoken_of"] ?? "").split(separator: ",").map(String.init) : []
        do {
            try await services.store.floors.removeFloor(
                FloorVersion(id, said: fields["version"], by: viewer.id), spokenOf: Set(spokenOf),
                now: services.now())
            await services.access.empty()
            return .redirect(Address.adminFloors)
        } catch let error as FloorError {
            guard request.wantsPage else { return FloorRefusal(error).response }
            guard error != .unknown else { throw error.refusal }
            var people: [SeatedPerson] = []
            if case .occupied(let seated) = error { people = seated }
            return try await removal(viewer, try await services.store.floors.floor(id), error.refusal, people)
        }
    }

    private func removal(
        _ viewer: Person, _ floor: EditedFloor, _ problem: WebError? = nil, _ people: [SeatedPerson] = []
    ) async throws -> Response {
        try services.pages.render(
            FloorRemovalPage(
                navigation: try await Navigation(for: viewer, at: Address.adminPeople, services), floor,
                problem: problem?.sentence, people: people), status: problem?.status ?? .ok)
    }

    private func page(_ viewer: Person, problem: WebError? = nil, typed: String = "") async throws -> Response {
        try services.pages.render(
            FloorListPage(
                navigation: try await Navigation(for: viewer, at: Address.adminPeople, services),
                try await services.store.floors.floorsToEdit(), offices: try await services.store.offices.offices(),
                problem: problem?.sentence, typed: typed), status: problem?.status ?? .ok)
    }
}

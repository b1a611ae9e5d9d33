import AttendanceStore
import Hummingbird
import Localization

/// The office map: a floor, its desks and the people at them.
struct MapRoutes {
    let store: AttendanceStore
    let pages: Pages
    let broadcast: PresenceBroadcast

    func firstFloor(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(floor: nil, request, context)
    }

    func floor(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(floor: try context.floor(), request, context)
    }

    private func page(floor name: String?, _ request: Request, _ context: WebContext) async throws -> Response {
        let (query, person) = (try MapQuery(request), try context.person())
        let sight = try await MapAccess(of: query.office, for: person, store)
        let office = sight.office
        // Before the floors are read: with an older version, the page loads its plan once too often and never misses a change.
        let drawing = await broadcast.drawing(of: office.id)
        let floors = try await store.floors.floors(of: office.id)
        let choice = try await sight.choice(at: Address.map, for: person, store)
        let present = try await broadcast.snapshot(of: office.id, names: sight.names)
        let staleSince = await broadcast.staleSince
        let navigation = try await Navigation(for: context, at: Address.map, store)
        guard let name = name ?? floors.first?.name else {
            return try pages.render(
                EmptyMapPage(
                    navigation: navigation, isAdministrator: person.may(.administer), office: office.name, choice: choice)
            )
        }
        guard let floor = floors.first(where: { $0.name == name }) else { throw WebError.noFloor(name) }
        let clock = LocalClock(office.timeZone)
        // The viewer's own desk belongs to the team, too.
        let teammates = try await store.presence.teammates(of: person.id)
        let team = teammates.isEmpty ? [] : teammates.union([person.id])
        let plan = FloorPlan(
            floor: floor, desks: try await store.floors.desks(on: name, of: office.id),
            rooms: try await store.floors.rooms(on: name, of: office.id), people: present.people, clock: clock,
            now: context.now.seconds, team: team, found: query.desk, viewer: Set(await broadcast.ids(of: person.id)))
        var response = try pages.render(
            MapPage(
                sight, choice: choice, drawing: drawing, floors: floors,
                usable: try await store.floors.usableDesks(of: office.id),
                plan: plan, present: present, team: team, showsOnlyTeam: query.isMyTeam && !team.isEmpty,
                asOf: clock.timeWithSeconds((staleSince ?? context.now).seconds),
                outdated: staleSince.map { localized("map.away", ["time": clock.timeWithSeconds($0.seconds)]) },
                words: try MapWords().json, navigation: navigation))
        // A browser reads the headers before it parses a long page: phones load the styles earlier.
        let links = MapPage.styles.map { "<\(Address.staticFiles)/\($0)>; rel=preload; as=style" }
        response.headers.set("Link", to: links.joined(separator: ", "))
        return response
    }
}

extension WebContext {
    /// The floor in the address.
    func floor() throws -> String {
        try pathParameter("floor")
    }
}

extension WebError {
    static func noFloor(_ name: String) -> WebError {
        WebError(.notFound, localized("map.unknownFloor", ["name": String(name.prefix(40))]))
    }
}

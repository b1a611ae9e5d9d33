import AttendanceStore
import Hummingbird

/// The office map: a floor, its desks, and who is at them now.
struct MapRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.map, .seePresence) { _, context in
            try await page(floor: nil, person: try context.person())
        }
        routes.get(Address.floor, .seePresence) { _, context in
            let name = try context.parameters.require("floor")
            return try await page(floor: Address.percentDecoded(name[...]) ?? name, person: try context.person())
        }
    }

    private func page(floor name: String?, person: Person) async throws -> Response {
        let store = services.store
        let floors = try await store.floors(of: person.office)
        let office = try await store.offices().first { $0.id == person.office }
        let present = try await services.broadcast.snapshot(of: person.office)
        let navigation = try await Navigation(for: person, at: Address.map, services)
        guard let name = name ?? floors.first?.name else {
            return try services.pages.render(EmptyMapPage(navigation: navigation, office: office?.name ?? ""))
        }
        guard let floor = floors.first(where: { $0.name == name }) else {
            throw WebError(.notFound, "There is no floor \(name.prefix(40)) here.")
        }
        return try services.pages.render(
            MapPage(
                office: office, floors: floors, floor: floor, desks: try await store.desks(on: name, of: person.office),
                rooms: try await store.rooms(on: name, of: person.office), present: present, navigation: navigation))
    }
}

import AttendanceStore
import Hummingbird
import WebServer

/// The people whose records HR or an administrator may see (`/people`). The page shows nothing of the records. Managers find their
/// people on the team's page.
struct PeopleRoutes {
    let store: AttendanceStore
    let pages: Pages

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let name = try QueryParameters(request.uri.query)["name"].flatMap { $0.isEmpty ? nil : $0 }
        guard viewer.may(.listPeople) else { return .redirect(Address.asking(Address.team, [("name", name)])) }
        let people = try await store.people.people(within: viewer.reach(.seeRecord), named: name)
        return try pages.render(
            PeoplePage(
                navigation: try await Navigation(for: context, at: Address.people, store), people: people,
                searched: name))
    }
}

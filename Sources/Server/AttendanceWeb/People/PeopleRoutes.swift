import AttendanceStore
import Hummingbird
import WebServer

/// The people whose records the viewer may see (`/people`). The page shows nothing of the records.
struct PeopleRoutes {
    let store: AttendanceStore
    let pages: Pages

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let name = try QueryParameters(request.uri.query)["name"].flatMap { $0.isEmpty ? nil : $0 }
        let scope = viewer.reach(.seeRecord)
        let people = try await store.people.people(within: scope, named: name)
        return try pages.render(
            PeoplePage(
                navigation: try await Navigation(for: context, at: Address.people, store), people: people,
                searched: name, within: scope))
    }
}

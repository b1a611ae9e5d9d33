import Hummingbird

/// Everybody who is here, as a list.
struct NowRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.now, .seePresence) { request, context in
            let parameters = try QueryParameters(request.uri.query)
            let person = try context.person()
            let sight = try await MapSight(of: parameters["office"], for: person, services)
            let team = try await services.store.teammates(of: person.id)
            return try services.pages.render(
                NowPage(
                    sight, choice: try await sight.choice(at: Address.now, for: person, services),
                    floors: try await services.store.floors(of: sight.office.id),
                    people: try await services.broadcast.snapshot(of: sight.office.id, names: sight.names).people,
                    now: services.now().seconds,
                    isByName: parameters["by"] == "name", team: team,
                    isTeamOnly: parameters["team"] == "mine" && !team.isEmpty, sought: parameters["find"],
                    found: try await WhereaboutsRoutes.find(parameters["find"], in: sight, services),
                    navigation: try await Navigation(for: person, at: Address.now, services)))
        }
    }
}

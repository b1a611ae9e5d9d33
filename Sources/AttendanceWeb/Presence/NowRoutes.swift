import Hummingbird
import WebServer

/// Everybody who is here, as a list.
struct NowRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.now, .seePresence) { request, context in
            let parameters = try QueryParameters(request.uri.query)
            let person = try context.person()
            let sight = try await MapAccess(of: parameters["office"], for: person, services)
            let now = services.now()
            // From the database itself, not from the feed: by this list people are counted after an alarm.
            let present = try await services.store.presence.presences(in: sight.office.id).map { $0.effective(at: now) }
                .filter { $0.state != .off }
            let team = try await services.store.presence.teammates(of: person.id)
            return try services.pages.render(
                NowPage(
                    sight, choice: try await sight.choice(at: Address.now, for: person, services),
                    floors: try await services.store.floors.floors(of: sight.office.id),
                    // Numbers of people who are not named say nothing.
                    people: zip(present, present.indices.shuffled()).map { person, number in
                        PresenceEntry(person, to: sight.names, alias: -1 - Int64(number))
                    },
                    now: now.seconds,
                    isByName: parameters["by"] == "name", team: team,
                    isTeamOnly: parameters["team"] == "mine" && !team.isEmpty, sought: parameters["find"],
                    found: try await WhereaboutsRoutes.find(parameters["find"], in: sight, services),
                    navigation: try await Navigation(for: person, at: Address.now, services)))
        }
    }
}

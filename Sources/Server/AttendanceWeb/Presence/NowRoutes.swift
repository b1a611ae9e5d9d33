import Attendance
import AttendanceStore
import Hummingbird
import Localization

/// The list of people who are present (`/now`).
struct NowRoutes {
    let store: AttendanceStore
    let pages: Pages

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let (query, person) = (try MapQuery(request), try context.person())
        let sight = try await MapAccess(of: query.office, for: person, store)
        let now = context.now
        // As of the log's latest record and not from the feed, because people are counted by this list after an alarm.
        let present = try await store.presence.presences(in: sight.office.id).map { $0.effective(at: now) }
            .filter { $0.state != .off }
        let team = try await store.presence.teammates(of: person.id)
        return try pages.render(
            NowPage(
                sight, choice: try await sight.choice(at: Address.now, for: person, store),
                floors: try await store.floors.floors(of: sight.office.id),
                usable: try await store.floors.usableDeskNames(of: sight.office.id),
                // Hidden people get random numbers.
                people: zip(present, present.indices.shuffled()).map { shown, number in
                    var entry = PresenceEntry(shown, to: sight.names, alias: PersonID(-1 - Int64(number)))
                    if shown.id == person.id { entry.name = entry.name ?? localized("map.you") }
                    return entry
                },
                now: now.seconds,
                isByName: query.isByName, team: team,
                isTeamOnly: query.isMyTeam && !team.isEmpty, sought: query.name,
                found: try await WhereaboutsRoutes.find(query.name, in: sight, store, now: now),
                navigation: try await Navigation(for: context, at: Address.now, store)))
    }
}

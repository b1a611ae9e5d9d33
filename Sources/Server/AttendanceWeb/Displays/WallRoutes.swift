import AttendanceStore
import Hummingbird
import Localization
import WebServer

/// A floor on a wall screen.
struct WallRoutes {
    let walls: WallLoader
    let pages: Pages
    /// The cookie with the key of a display.
    let cookie: BrowserCookie

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        // After its floor was renamed, a display still asks for the former name.
        if case .display(let display, _) = context.identity, try context.floor() != display.floor {
            return .redirect(Address.wall(display.floor))
        }
        let wall = try await walls.wall(context)
        let present = try await walls.broadcast.snapshot(of: wall.office.id, names: wall.names).people
        let people = wall.people(among: present)
        let staleSince = await walls.broadcast.staleSince
        var response = try pages.render(
            WallPage(
                office: wall.office, plan: wall.plan(people, now: context.now.seconds), counts: wall.counts(people),
                version: wall.version,
                time: wall.clock.time(context.now.seconds), showsNames: wall.showsNames,
                outdated: staleSince.map { localized("map.away", ["time": wall.clock.time($0.seconds)]) },
                words: try WallWords().json))
        if let key = context.displayKey {
            cookie.set(key, lifetime: BrowserCookie.longestLifetime, on: &response)
        }
        return response
    }
}

import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import NIOCore
import WebServer

/// A floor on a screen on the wall, once and as a stream of what it shows.
struct WallRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.wall, .seeWall) { request, context in
            let wall = try await wall(context)
            let people = try await services.broadcast.snapshot(of: wall.office.id, names: wall.names).people
            let staleSince = await services.broadcast.staleSince
            var response = try services.pages.render(
                WallPage(
                    office: wall.office, plan: wall.plan(people), counts: wall.counts(people), version: wall.version,
                    time: wall.clock.time(services.now().seconds), showsNames: wall.showsNames,
                    outdated: staleSince.map { localized("wall.away", ["time": wall.clock.time($0.seconds)]) },
                    words: try WallWords().json))
            if let key = context.displayKey(in: request, services) {
                services.displayCookie.set(key, lifetime: BrowserCookie.longestLifetime, on: &response)
            }
            return response
        }
        routes.get(Address.wallStream, .seeWall) { request, context in
            let operation = try services.beginStream(of: try context.viewer())
            return stream(try await wall(context), for: try StreamCredential(request, context, services), operation)
        }
    }

    private func stream(
        _ wall: Wall, for credential: StreamCredential, _ operation: SubjectLimiter<RateLimiter.Subject>.Operation
    ) -> Response {
        .eventStream { writer in
            defer { withExtendedLifetime(operation) {} }
            var wall = wall
            var cursor: PresenceBroadcast.Cursor?
            loop: while true {
                switch await services.broadcast.next(in: wall.office.id, after: cursor) {
                case .events(_, let position):
                    cursor = position
                    let drawing = await services.broadcast.drawing(of: wall.office.id)
                    if drawing != wall.drawing, try await !refresh(&wall, for: credential) { break loop }
                case .heartbeat: if try await !refresh(&wall, for: credential) { break loop }
                case .end: break loop
                }
                let people = try await services.broadcast.snapshot(of: wall.office.id, names: wall.names).people
                let message = WallMessage(
                    floor: wall.floor.name, counts: wall.counts(people), people: people, showsNames: wall.showsNames,
                    at: services.now().rfc3339(), version: wall.version,
                    isStale: await services.broadcast.staleSince != nil)
                try await writer.write(ByteBuffer(serverEvent: message))
                // From three metres nobody sees more than this, whatever happens on a busy morning.
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// Looks up anew what is on the wall.
    /// - Returns: false where what the viewer came with is no longer good, so that they are told nothing more.
    private func refresh(_ wall: inout Wall, for credential: StreamCredential) async throws -> Bool {
        do {
            guard try await credential.isGood(services.access, now: services.now()) else { return false }
            try await wall.refresh(services)
        } catch  where AttendanceStore.isUnavailability(error) {
            // What was read last still stands, and the message says that it may be out of date.
        }
        return true
    }

    /// What there is on the wall for whoever asks.
    /// - Throws: ``WebError/forbidden`` for another floor than a display's own.
    private func wall(_ context: WebContext) async throws -> Wall {
        let name = try context.floor()
        let id: Int64
        switch context.identity {
        case .display(let display):
            guard display.floor == name else { throw WebError.forbidden }
            id = display.office
        case .nobody, .reader, .provisioner, .person: id = try context.person().office
        }
        guard let office = try await services.store.offices.offices().first(where: { $0.id == id }),
            let floor = try await services.store.floors.floors(of: id).first(where: { $0.name == name })
        else { throw WebError.noFloor(name) }
        var wall = Wall(office: office, floor: floor)
        try await wall.load(services)
        return wall
    }
}

/// One floor as a wall shows it, without who is there.
private struct Wall {
    let office: Office
    var floor: Floor
    var desks: [Desk] = []
    var rooms: [Room] = []
    var showsNames = false
    var version = ""
    /// How the office's floors were drawn when this was looked up, in one word.
    var drawing = ""

    var clock: LocalClock { LocalClock(office.timeZone) }
    var names: NameVisibility { showsNames ? .unlessPrivate : .none }

    init(office: Office, floor: Floor) {
        self.office = office
        self.floor = floor
    }

    /// Looks up what an administrator may have changed.
    mutating func refresh(_ services: WebServices) async throws {
        if let drawn = try await services.store.floors.floors(of: office.id).first(where: { $0.name == floor.name }) {
            floor = drawn
        }
        try await load(services)
    }

    /// Looks up what is on the floor.
    mutating func load(_ services: WebServices) async throws {
        let drawing = await services.broadcast.drawing(of: office.id)
        desks = try await services.store.floors.desks(on: floor.name, of: office.id)
        rooms = try await services.store.floors.rooms(on: floor.name, of: office.id)
        showsNames = try await services.store.displays.hasNamesOnWall(office.id)
        version = services.wallVersion.of(plan([]))
        self.drawing = drawing
    }

    func plan(_ people: [PresenceEntry]) -> FloorPlan {
        FloorPlan(floor: floor, desks: desks, rooms: rooms, people: people, clock: clock)
    }

    func counts(_ people: [PresenceEntry]) -> FloorCounts {
        FloorCounts(floor: floor.name, usable: desks.count { $0.outOfService == nil }, people: people)
    }
}

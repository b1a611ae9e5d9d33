import Attendance
import AttendanceStore
import Hummingbird
import NIOCore
import WebServer

/// The presence of people: a snapshot, and a stream of changes.
struct PresenceRoutes {
    let store: AttendanceStore
    let broadcast: PresenceBroadcast
    let access: AccessCache
    let streams: StreamLimits
    let clock: @Sendable () -> Instant

    /// Sent while nothing changes. An event, because scripts in browsers do not see comments.
    private static let beat = ByteBuffer(string: "event: beat\ndata: {}\n\n")

    func snapshot(_ request: Request, _ context: WebContext) async throws -> Response {
        let sight = try await sight(request, context)
        return Response.json(try await broadcast.snapshot(of: sight.office.id, names: sight.names))
    }

    func stream(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        let operation = try streams.ofViewer.admit(.person(person.id))
        return stream(try await sight(request, context), of: person, for: try StreamCredential(request, context), operation)
    }

    private func sight(_ request: Request, _ context: WebContext) async throws -> MapAccess {
        try await MapAccess(
            of: try QueryParameters(request.uri.query)["office"], for: try context.person(), store)
    }

    private func stream(
        _ sight: MapAccess, of viewer: Person, for credential: StreamCredential,
        _ operation: SubjectLimiter<RateLimiter.Subject>.Operation
    ) -> Response {
        // Only these values stay in memory, for each of thousands of streams.
        let (broadcast, now, office, names) = (broadcast, clock, sight.office.id, sight.names)
        let standing = StreamStanding(
            limiter: streams.starting, store: store, access: access, now: now, office: office,
            names: names,
            viewer: viewer, credential: credential)
        return .eventStream { writer in
            defer { withExtendedLifetime(operation) {} }
            var cursor: PresenceBroadcast.Cursor?
            var checked = now().seconds
            loop: while true {
                if .seconds(now().seconds - checked) >= AccessCache.lifetime {
                    guard try await inOwnTask({ try await standing.holdsInTurn() }) else { break loop }
                    checked = now().seconds
                }
                switch await broadcast.next(in: office, names: names, for: viewer.id, after: cursor) {
                case .events(let events, let position):
                    for event in events { try await writer.write(event) }
                    cursor = position
                case .heartbeat: try await writer.write(Self.beat)
                case .end: break loop
                }
            }
        }
    }
}

/// The permission behind an open stream.
private struct StreamStanding: Sendable {
    let limiter: ConcurrencyLimiter
    let store: AttendanceStore
    let access: AccessCache
    let now: @Sendable () -> Instant
    let office: OfficeID
    let names: NameVisibility
    let viewer: Person
    let credential: StreamCredential

    func holdsInTurn() async throws -> Bool { try await limiter.run { try await holds() } }

    /// False after a sign-out, for a person who left, and if the names that the viewer may see changed. The browser then opens a new
    /// stream.
    private func holds() async throws -> Bool {
        guard try await credential.isGood(access, now: now()) else { return false }
        return try await MapAccess.names(on: office, for: viewer, store) == names
    }
}

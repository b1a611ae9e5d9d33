import Attendance
import AttendanceStore
import Hummingbird
import NIOCore
import WebServer

/// A floor on a wall screen as a stream of what it shows.
struct WallStreamRoutes {
    let walls: WallLoader
    let access: AccessCache
    let streams: StreamLimits
    let clock: @Sendable () -> Instant

    func stream(_ request: Request, _ context: WebContext) async throws -> Response {
        let operation = try streams.ofViewer.admit(try context.viewer())
        return stream(try await walls.wall(context), for: try StreamCredential(request, context), operation)
    }

    private func stream(
        _ wall: Wall, for credential: StreamCredential, _ operation: SubjectLimiter<RateLimiter.Subject>.Operation
    ) -> Response {
        .eventStream { writer in
            defer { withExtendedLifetime(operation) {} }
            let broadcast = walls.broadcast
            var wall = wall
            var cursor: PresenceBroadcast.Cursor?
            loop: while true {
                switch await broadcast.next(in: wall.office.id, after: cursor) {
                case .events(_, let position):
                    cursor = position
                    let drawing = await broadcast.drawing(of: wall.office.id)
                    if drawing != wall.drawing, try await !refresh(&wall, for: credential) { break loop }
                case .heartbeat: if try await !refresh(&wall, for: credential) { break loop }
                case .end: break loop
                }
                let people = try await broadcast.snapshot(of: wall.office.id, names: wall.names).people
                let message = WallMessage(
                    wall, people: people, at: clock().rfc3339(), isStale: await broadcast.staleSince != nil)
                try await writer.write(ByteBuffer(serverEvent: message))
                // More frequent changes are not visible from three metres.
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// Reads the wall's floor again.
    /// - Returns: false if the stream ends, because the viewer's credential is no longer valid or the floor was removed.
    private func refresh(_ wall: inout Wall, for credential: StreamCredential) async throws -> Bool {
        do {
            guard try await credential.isGood(access, now: clock()) else { return false }
            return try await walls.refresh(&wall)
        } catch  where StoreError.isUnavailability(error) {
            // The last state stays, and the message says that it may be out of date.
            return true
        }
    }
}

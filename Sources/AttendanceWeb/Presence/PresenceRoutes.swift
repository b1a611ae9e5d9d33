import HTTPTypes
import Hummingbird
import NIOCore

/// Who is where now: once, and as a stream of changes.
struct PresenceRoutes {
    let services: WebServices

    /// Milliseconds after which a browser comes back when the stream breaks.
    private static let retry = 1000

    func add(to routes: inout Routes) {
        routes.get(Address.presence, .seePresence) { _, context in
            Response.json(try await services.broadcast.snapshot(of: try context.person().office))
        }
        routes.get(Address.presenceStream, .seePresence) { _, context in
            stream(of: try context.person().office)
        }
    }

    private func stream(of office: Int64) -> Response {
        let broadcast = services.broadcast
        var headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        // nginx holds a response back unless told otherwise.
        headers.set("X-Accel-Buffering", to: "no")
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                try await writer.write(ByteBuffer(string: "retry: \(Self.retry)\n\n"))
                var cursor: PresenceBroadcast.Cursor?
                loop: while true {
                    switch await broadcast.next(in: office, after: cursor) {
                    case .events(let events, let position):
                        try await writer.write(contentsOf: events)
                        cursor = position
                    case .heartbeat: try await writer.write(ByteBuffer(string: ":\n\n"))
                    case .end: break loop
                    }
                }
                try await writer.finish(nil)
            })
    }
}

import AttendanceStore
import HTTPTypes
import Hummingbird
import NIOCore

/// For whoever watches the server: whether it runs, and whether it can do its work.
struct HealthRoutes {
    let store: AttendanceStore
    let check: ServerCheck?

    func add(to routes: inout Routes) {
        routes.get(Address.live, .enter) { _, _ in plain("live\n") }
        routes.get(Address.ready, .enter) { _, _ in
            if let problem = check?.problem { throw WebError.unfit(problem) }
            try await store.ping()
            return plain("ready\n")
        }
    }

    private func plain(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

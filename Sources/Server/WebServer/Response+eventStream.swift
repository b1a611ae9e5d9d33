import FoundationEssentials
import HTTPTypes
package import Hummingbird
package import NIOCore

extension Response {
    /// Milliseconds after which a browser reconnects.
    private static let retry = 1000

    /// A stream of server-sent events (WHATWG HTML, 9.2) that ends when `write` returns.
    package static func eventStream(
        _ write: @escaping @concurrent @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        var headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        // nginx buffers responses without this header.
        headers.set("X-Accel-Buffering", to: "no")
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                try await writer.write(ByteBuffer(string: "retry: \(Self.retry)\n\n"))
                try await write(&writer)
                try await writer.finish(nil)
            })
    }
}

extension ByteBuffer {
    /// One event of an event stream. The default name is `message`.
    package init(serverEvent value: some Encodable, named name: String? = nil, id: Int64? = nil) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        self.init()
        if let name { writeString("event: \(name)\n") }
        if let id { writeString("id: \(id)\n") }
        writeString("data: ")
        // Compact JSON contains no line feed.
        if let data = try? encoder.encode(value) { writeBytes(data) }
        writeString("\n\n")
    }
}

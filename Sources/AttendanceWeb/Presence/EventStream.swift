import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// Milliseconds after which a browser comes back when the stream breaks.
    private static let retry = 1000

    /// A stream of server-sent events (WHATWG HTML, 9.2) that ends when `write` returns.
    static func eventStream(
        _ write: @escaping @concurrent @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        var headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        // nginx holds a response back unless told otherwise.
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
    /// One event of such a stream. Without a name it is a `message`.
    init(serverEvent value: some Encodable, named name: String? = nil, id: Int64? = nil) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        self.init()
        if let name { writeString("event: \(name)\n") }
        if let id { writeString("id: \(id)\n") }
        writeString("data: ")
        // JSON has no line feed outside its strings, and escapes those inside.
        if let data = try? encoder.encode(value) { writeBytes(data) }
        writeString("\n\n")
    }
}

import CZlib
import HTTPTypes
import Hummingbird
import NIOCore

/// Has pages, scripts and styles go out compressed to browsers that take it (gzip; RFC 9110, 8.4.1.3).
///
/// Streams are not: each of their messages has to leave at once. Nor are files that people take away, whose length is not known
/// beforehand: to compress a year of events would take the server longer than to make them.
struct Compression: RouterMiddleware {
    /// In bytes. To compress less saves no packet.
    private static let least = 1400
    private static let types: Set<Substring> = [
        "text/html", "text/css", "text/javascript", "application/javascript", "application/json", "image/svg+xml",
    ]

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard let type = response.headers[.contentType]?.prefix(while: { $0 != ";" }), Self.types.contains(type),
            let length = response.body.contentLength, length >= Self.least
        else { return response }
        response.headers[values: .vary].append("Accept-Encoding")
        guard request.method == .get, response.status != .partialContent, response.headers[.contentEncoding] == nil,
            Self.takesGzip(request.headers[values: .acceptEncoding])
        else { return response }
        let collected = Collected()
        try await response.body.write(collected)
        guard let packed = collected.body.gzipped() else { return response.with(collected.body) }
        response.headers[.contentEncoding] = "gzip"
        return response.with(packed)
    }

    /// Whether a request names gzip, or everything, and not with a weight of 0 (RFC 9110, 12.5.3).
    static func takesGzip(_ fields: [String]) -> Bool {
        var weights: [String: Bool] = [:]
        for part in fields.flatMap({ $0.lowercased().split(separator: ",") }) {
            let words = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let name = words.first else { continue }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
            weights[name] = weight.map { (Double($0) ?? 0) > 0 } ?? true
        }
        return weights["gzip"] ?? weights["*"] ?? false
    }
}

extension Response {
    fileprivate func with(_ body: ByteBuffer) -> Response {
        var headers = headers
        headers[.contentLength] = "\(body.readableBytes)"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}

/// A body of known length, as a whole.
private final class Collected: ResponseBodyWriter {
    private(set) var body = ByteBuffer()

    func write(_ buffer: ByteBuffer) { body.writeImmutableBuffer(buffer) }
    func finish(_ trailingHeaders: HTTPFields?) {}
}

extension ByteBuffer {
    /// In the gzip format (RFC 1952); nil where there is no memory for it.
    fileprivate func gzipped() -> ByteBuffer? {
        var stream = z_stream()
        // 15 bits of window, and 16 for gzip's own head and end.
        let status = deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var packed = ByteBuffer()
        let isDone = withUnsafeReadableBytes { bytes in
            // zlib only reads there, though its type does not say so.
            stream.next_in = UnsafeMutablePointer(mutating: bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
            stream.avail_in = UInt32(clamping: bytes.count)
            let room = Int(clamping: deflateBound(&stream, UInt(bytes.count)))
            var isDone = false
            packed.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { output in
                stream.next_out = output.assumingMemoryBound(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(clamping: output.count)
                isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
                return Int(clamping: stream.total_out)
            }
            return isDone
        }
        return isDone ? packed : nil
    }
}

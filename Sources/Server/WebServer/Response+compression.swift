import CZlib
import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
    /// This response, compressed with gzip (RFC 9110, 8.4.1.3) if it is a page, script, style or JSON and the client accepts gzip.
    ///
    /// Only bodies of known length are compressed. Event streams must send each message at once. Downloads of unknown length are
    /// large: compressing them would take longer than creating them.
    package func compressed(for request: Request) async throws -> Response {
        guard let length = body.contentLength, length >= minimumLength,
            let type = headers[.contentType]?.prefix(while: { $0 != ";" }), compressedTypes.contains(type)
        else { return self }
        var response = self
        response.headers[values: .vary].append("Accept-Encoding")
        guard request.method == .get, status != .partialContent, headers[.contentEncoding] == nil,
            acceptsGzip(request.headers[values: .acceptEncoding])
        else { return response }
        let collected = CollectedBody()
        try await body.write(collected)
        guard let compressed = collected.body.gzipped() else { return response.with(collected.body) }
        response.headers[.contentEncoding] = "gzip"
        return response.with(compressed)
    }
}

/// In bytes. A shorter response fits into one packet anyway.
private let minimumLength = 1400

private let compressedTypes: Set<Substring> = [
    "text/html", "text/css", "text/javascript", "application/javascript", "application/json", "image/svg+xml",
]

/// Whether `Accept-Encoding` names gzip or `*` with a weight above 0 (RFC 9110, 12.5.3).
func acceptsGzip(_ fields: [String]) -> Bool {
    var weights: [String: Bool] = [:]
    for part in fields.flatMap({ $0.lowercased().split(separator: ",") }) {
        let words = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
        guard let name = words.first else { continue }
        let weight = words.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
        weights[name] = weight.map { (Double($0) ?? 0) > 0 } ?? true
    }
    return weights["gzip"] ?? weights["*"] ?? false
}

extension Response {
    fileprivate func with(_ body: ByteBuffer) -> Response {
        var headers = headers
        headers[.contentLength] = "\(body.readableBytes)"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}

/// Collects a body of known length in memory.
private final class CollectedBody: ResponseBodyWriter {
    private(set) var body = ByteBuffer()

    func write(_ buffer: ByteBuffer) { body.writeImmutableBuffer(buffer) }
    func finish(_ trailingHeaders: HTTPFields?) {}
}

extension ByteBuffer {
    /// These bytes in the gzip format (RFC 1952); nil if zlib cannot allocate memory.
    fileprivate func gzipped() -> ByteBuffer? {
        var stream = z_stream()
        // A window of 15 bits; 16 more selects gzip's header and trailer.
        let status = deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var compressed = ByteBuffer()
        let isDone = withUnsafeReadableBytes { bytes in
            // zlib only reads here, although its type is mutable.
            stream.next_in = UnsafeMutablePointer(mutating: bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
            stream.avail_in = UInt32(clamping: bytes.count)
            let capacity = Int(clamping: deflateBound(&stream, UInt(bytes.count)))
            var isDone = false
            compressed.writeWithUnsafeMutableBytes(minimumWritableBytes: capacity) { output in
                stream.next_out = output.assumingMemoryBound(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(clamping: output.count)
                isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
                return Int(clamping: stream.total_out)
            }
            return isDone
        }
        return isDone ? compressed : nil
    }
}

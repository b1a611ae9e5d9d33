import HTTPTypes
package import Hummingbird

extension Request {
    /// In bytes. ``QueryParameters`` limits the query.
    package static var maximumPathLength: Int { 8 * 1024 }

    /// The request with its path as the router reads it, which skips empty segments: `//me/` is `/me`. Whatever compares paths,
    /// such as a permission of other sites or a count of attacks, then sees the same address as the router.
    package var withPlainPath: Request {
        let path = uri.path
        let slash = UInt8(ascii: "/")
        let hasEmptySegment = zip(path.utf8, path.utf8.dropFirst()).contains { $0 == slash && $1 == slash }
        guard path != "/", hasEmptySegment || path.utf8.first != slash || path.utf8.last == slash else { return self }
        var plain = head
        plain.path = "/" + path.split(separator: "/").joined(separator: "/") + (uri.query.map { "?" + $0 } ?? "")
        return Request(head: plain, body: body)
    }

    /// Rejects a path that is too long, and a compressed body.
    /// - Throws: ``WebServerError/pathTooLong``, ``WebServerError/compressedBody``.
    package func checkHead() throws(WebServerError) {
        guard uri.path.utf8.count <= Self.maximumPathLength else { throw .pathTooLong }
        if let encoding = headers[.contentEncoding], encoding.lowercased() != "identity" { throw .compressedBody }
    }
}

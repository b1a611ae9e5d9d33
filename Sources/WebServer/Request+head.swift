import HTTPTypes
package import Hummingbird

extension Request {
    /// In bytes. ``QueryParameters`` limits the query.
    package static var maximumPathLength: Int { 8 * 1024 }

    /// Rejects a path that is too long, and a compressed body.
    /// - Throws: ``WebServerError/pathTooLong``, ``WebServerError/compressedBody``.
    package func checkHead() throws(WebServerError) {
        guard uri.path.utf8.count <= Self.maximumPathLength else { throw .pathTooLong }
        if let encoding = headers[.contentEncoding], encoding.lowercased() != "identity" { throw .compressedBody }
    }
}

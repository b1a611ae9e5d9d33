package import Hummingbird

/// A media type of request bodies.
package enum BodyType: String, Sendable, CaseIterable {
    case form = "application/x-www-form-urlencoded"
    case json = "application/json"
    case scim = "application/scim+json"
}

extension Request {
    /// The type of the body; nil if the client does not state one.
    /// - Parameter supported: the types that the route reads, without the form, which is always returned: some clients send its
    ///   type if no type is set.
    /// - Throws: ``WebServerError/unsupportedBodyType(supported:)``
    @discardableResult
    package func bodyType(_ supported: [BodyType]) throws(WebServerError) -> BodyType? {
        guard let field = headers[.contentType] else { return nil }
        // Types are compared without regard to case, and parameters follow a semicolon (RFC 9110, 8.3.1).
        let name = field.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        guard let type = BodyType(rawValue: name), type == .form || supported.contains(type) else {
            throw .unsupportedBodyType(supported: supported)
        }
        return type
    }
}

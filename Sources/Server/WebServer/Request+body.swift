import Glibc
import HTTPTypes
package import Hummingbird
package import NIOCore

extension Request {
    /// The whole body.
    /// - Parameter limit: in bytes.
    /// - Throws: ``WebServerError/bodyTooLong``, ``WebServerError/bodyIncomplete``.
    package func body(upTo limit: Int) async throws(WebServerError) -> ByteBuffer {
        // With a known length, reject before the client sends the body.
        if let length = headers[.contentLength].flatMap(Int.init), length > limit { throw .bodyTooLong }
        do {
            return try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw .bodyTooLong
        } catch {
            throw .bodyIncomplete
        }
    }

    /// The bearer token of the request (RFC 6750, 2.1).
    package var bearerKey: String? {
        guard let authorization = headers[.authorization], authorization.prefix(7).lowercased() == "bearer " else { return nil }
        return String(authorization.dropFirst(7))
    }

    /// Whether the client accepts HTML. Browsers do, other programs do not.
    package var wantsPage: Bool { accepts("text/html") }

    /// Whether the client accepts problem details: a script that shows pages does, and receives errors as problem details.
    package var takesProblems: Bool { accepts("application/problem+json") }

    private func accepts(_ type: String) -> Bool {
        // `headers[.accept]` would copy the fields. `String.contains` compares characters by Unicode's rules, in microseconds.
        headers.contains { field in
            field.name == .accept && field.value.withCString { value in type.withCString { strstr(value, $0) != nil } }
        }
    }
}

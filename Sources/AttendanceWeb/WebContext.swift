import AttendanceStore
import FoundationEssentials
import HTTPTypes
package import Hummingbird
import NIOCore

/// Who sends a request.
enum Identity: Sendable, Equatable {
    case nobody
    case reader(Reader)
    case person(Person)
}

/// What goes with a request through the middleware to its route.
package struct WebContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    var identity: Identity = .nobody

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }

    /// The person signed in.
    /// - Throws: ``WebError/signInNeeded``.
    func person() throws(WebError) -> Person {
        guard case .person(let person) = identity else { throw .signInNeeded }
        return person
    }
}

extension Request {
    /// Whether a browser asks for something to show: it names HTML, and programs don't.
    var wantsPage: Bool { headers[.accept]?.contains("text/html") == true }
}

extension Response {
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, type: String = "application/json"
    ) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        // The types encoded here are ours and hold nothing that JSON can't.
        let body = (try? encoder.encode(value)).map { ByteBuffer(bytes: $0) } ?? ByteBuffer()
        return Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"], body: ResponseBody(byteBuffer: body))
    }

    static func redirect(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }
}

import Hummingbird
import NIOCore

/// Serves the API document. Public: it contains no data of people.
struct APIDocumentRoutes {
    private let bytes: ByteBuffer

    init(_ document: APIDocument, of entries: [Routes.Entry]) {
        bytes = ByteBuffer(string: document.completed(for: entries))
    }

    func document(_ request: Request, _ context: WebContext) async throws -> Response {
        // RFC 9512, 2.1.
        Response(status: .ok, headers: [.contentType: "application/yaml"], body: ResponseBody(byteBuffer: bytes))
    }
}

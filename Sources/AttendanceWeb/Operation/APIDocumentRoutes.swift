import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// What every address takes and answers, for programs: `web/openapi.yaml`.
package struct APIDocument: Sendable {
    let bytes: ByteBuffer

    /// - Parameter folder: the folder `web/`.
    package init(folder: String) throws {
        bytes = ByteBuffer(bytes: try Data(contentsOf: URL(filePath: folder + "/openapi.yaml")))
    }
}

/// Gives it to whoever asks: it says nothing of anybody.
struct APIDocumentRoutes {
    let document: APIDocument

    func add(to routes: inout Routes) {
        routes.get(Address.apiDocument, .enter) { _, _ in
            // RFC 9512, 2.1.
            Response(
                status: .ok, headers: [.contentType: "application/yaml"],
                body: ResponseBody(byteBuffer: document.bytes))
        }
    }
}

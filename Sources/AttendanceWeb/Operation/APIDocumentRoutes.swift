import Hummingbird
import NIOCore

/// Serves the API document. Public: it contains no data of people.
struct APIDocumentRoutes {
    let document: APIDocument

    /// - Precondition: `routes` has all other addresses.
    func add(to routes: inout Routes) {
        let own = Routes.Entry(method: .get, address: Address.apiDocument, permission: .permission(.enter))
        let bytes = ByteBuffer(string: document.completed(for: routes.entries + [own]))
        routes.get(Address.apiDocument, .enter) { _, _ in
            // RFC 9512, 2.1.
            Response(status: .ok, headers: [.contentType: "application/yaml"], body: ResponseBody(byteBuffer: bytes))
        }
    }
}

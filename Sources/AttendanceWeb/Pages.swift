import HTTPTypes
import Hummingbird
import Mustache
import NIOCore

/// What a page shows, as a value; the template named by ``template`` only places it.
protocol Page: Sendable {
    static var template: String { get }
}

/// The templates of `web/pages` and `web/partials`.
package struct Pages: Sendable {
    private let library: MustacheLibrary

    /// - Parameter folder: the folder `web/`.
    package init(folder: String) async throws {
        library = try await MustacheLibrary(directory: folder)
    }

    func render<Model: Page>(_ model: Model, status: HTTPResponse.Status = .ok) throws -> Response {
        guard let html = library.render(model, withTemplate: Model.template) else {
            throw MissingTemplate(name: Model.template)
        }
        return Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    struct MissingTemplate: Error { let name: String }
}

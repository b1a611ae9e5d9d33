import AttendanceStore
import HTTPTypes
import Hummingbird
import NIOCore
import WebServer

/// The pictures of floors: upload, with checks, and download.
struct FloorPictureRoutes {
    let floors: FloorStore
    let pictures: FloorPictureStore

    /// Content Security Policy 3 for an SVG that is opened outside a page: it may draw and do nothing else, as within an image.
    private static let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

    /// A picture. Its address contains a hash, which only pages of the floor contain.
    func picture(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let picture = try await pictures.picture(try context.parameters.require("hash")) else {
            throw WebError.notFound
        }
        return Response(
            status: .ok,
            headers: [
                // Its text is valid UTF-8, whatever it declares.
                .contentType: picture.kind.rawValue + (picture.kind == .svg ? "; charset=utf-8" : ""),
                .contentSecurityPolicy: Self.policy,
                // The address contains the hash of the bytes.
                .cacheControl: "private, max-age=31536000, immutable",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes)))
    }

    private struct Kept: Encodable {
        let picture: String
        let width, height: Int64
    }

    func upload(_ request: Request, _ context: WebContext) async throws -> Response {
        _ = try await floors.floor(try context.floorID())
        let file = try PictureFile(try await Self.bytes(of: request))
        let hash = try await pictures.keep(file.picture, now: context.now)
        return .json(Kept(picture: hash, width: file.picture.width, height: file.picture.height))
    }

    private static func bytes(of request: Request) async throws(WebError) -> [UInt8] {
        // Refuses a body that is too large before it is sent.
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > FloorPicture.maximumBytes {
            throw PictureProblem.tooMany.refusal
        }
        return Array(buffer: try await request.body(upTo: FloorPicture.maximumBytes, tooMuch: PictureProblem.tooMany.refusal))
    }
}

extension PictureProblem {
    var refusal: WebError {
        WebError(self == .tooMany ? .contentTooLarge : .unprocessableContent, sentence, reason: .badPicture)
    }
}

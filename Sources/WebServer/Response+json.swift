import FoundationEssentials
package import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
    /// A JSON document with sorted keys, so that all processes send the same bytes.
    package static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, type: String = "application/json"
    ) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        // Encoding fails only for values that JSON cannot represent, such as infinity. Responses contain none.
        let body = (try? encoder.encode(value)).map { ByteBuffer(bytes: $0) } ?? ByteBuffer()
        return Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"], body: ResponseBody(byteBuffer: body))
    }

    /// A redirect that the browser follows with GET.
    package static func redirect(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }
}

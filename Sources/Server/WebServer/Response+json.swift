import FoundationEssentials
package import HTTPTypes
package import Hummingbird
import NIOCore

/// A value whose names are in snake case in JSON, such as `as_of` for `asOf`.
package protocol SnakeCaseEncodable: Encodable {}

extension Array: SnakeCaseEncodable where Element: SnakeCaseEncodable {}

extension Response {
    /// A JSON document with sorted keys, so that all processes send the same bytes.
    package static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, type: String = "application/json"
    ) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        if value is any SnakeCaseEncodable { encoder.keyEncodingStrategy = .convertToSnakeCase }
        // Encoding fails only for values that JSON cannot represent, such as infinity. Responses contain none.
        let body = (try? encoder.encode(value)).map { ByteBuffer(bytes: $0) } ?? ByteBuffer()
        return json(body, status: status, type: type)
    }

    /// ``json(_:status:type:)`` for an object that is sent often.
    package static func json(
        _ object: JSONObject, status: HTTPResponse.Status = .ok, type: String = "application/json"
    ) -> Response {
        var body = ByteBuffer()
        body.reserveCapacity(512)
        object.write(to: &body)
        return json(body, status: status, type: type)
    }

    /// ``json(_:status:type:)`` for a list that is sent often.
    package static func json(_ objects: [JSONObject]) -> Response {
        var body = ByteBuffer()
        body.writeJSON(objects) { $0.write(to: &$1) }
        return json(body, status: .ok, type: "application/json")
    }

    private static func json(_ body: ByteBuffer, status: HTTPResponse.Status, type: String) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"], body: ResponseBody(byteBuffer: body))
    }

    /// A redirect that the browser follows with GET.
    package static func redirect(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }
}

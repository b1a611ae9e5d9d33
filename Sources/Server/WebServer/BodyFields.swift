import HTTPTypes
package import Hummingbird
package import JSON
import NIOCore

/// The named values in the body of a request, which is a JSON object, or a form, also without a stated type.
package struct BodyFields: Sendable {
    package private(set) var values: [String: JSONValue] = [:]

    /// The default limit, in bytes.
    package static let maximumLength = 32 * 1024

    /// - Parameter limit: in bytes.
    /// - Throws: ``WebServerError``.
    package init(of request: Request, upTo limit: Int = BodyFields.maximumLength) async throws(WebServerError) {
        let body = try await request.body(upTo: limit)
        if body.readableBytes == 0 { return }
        if try request.bodyType([.form, .json]) == .json {
            guard let members = try body.json()?.object else { throw .notAnObject }
            values = members
        } else {
            let form = try QueryParameters(String(buffer: body), maximumLength: 4096, maximumQueryLength: limit)
            values = form.all.mapValues(JSONValue.string)
        }
        for (name, value) in values { values[name] = try Self.checked(value) }
    }

    /// A field, with LF as line separator: forms send CR LF (HTML, 4.10.21.3).
    /// - Throws: ``WebServerError/nullCharacter``, as ``QueryParameters`` does for a form.
    private static func checked(_ value: JSONValue) throws(WebServerError) -> JSONValue {
        switch value {
        case .string(let text):
            guard !text.utf8.contains(0) else { throw .nullCharacter }
            return text.utf8.contains(UInt8(ascii: "\r")) ? .string(text.replacing("\r\n", with: "\n")) : value
        case .object(var members):
            for (name, member) in members { members[name] = try checked(member) }
            return .object(members)
        case .null, .boolean, .integer, .number, .array: return value
        }
    }

    /// The text of a field; nil if it is missing, blank or no text.
    package subscript(name: String) -> String? {
        guard let text = values[name]?.string, !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }

    /// Whether a field is true, or the text "true" or "yes".
    package func isSet(_ name: String) -> Bool {
        switch values[name] {
        case .boolean(let flag): flag
        case .string(let text): text == "true" || text == "yes"
        default: false
        }
    }
}

import FoundationEssentials
import HTTPTypes
package import Hummingbird
import NIOCore

/// The named values in the body of a request, which is a form or a JSON object.
package struct BodyFields: Sendable {
    package enum Value: Sendable {
        case text(String)
        case flag(Bool)
        case object([String: Value])
        case null
        /// A number or a list.
        case other

        /// A text with LF as line separator. Forms send CR LF (HTML, 4.10.21.3).
        fileprivate static func lines(_ text: String) -> Self { .text(text.replacing("\r\n", with: "\n")) }

        fileprivate var containsNull: Bool {
            switch self {
            case .text(let text): text.unicodeScalars.contains("\0")
            case .object(let values): values.values.contains(where: \.containsNull)
            case .flag, .null, .other: false
            }
        }
    }

    package private(set) var values: [String: Value] = [:]

    /// In bytes; no route needs a longer form.
    package static let maximumLength = 32 * 1024

    /// - Throws: ``WebServerError``.
    package init(of request: Request) async throws(WebServerError) {
        let body = try await request.body(upTo: Self.maximumLength)
        if body.readableBytes == 0 { return }
        if request.headers[.contentType]?.hasPrefix("application/json") == true {
            do {
                values = try JSONDecoder().decode([String: Value].self, from: Data(body.readableBytesView))
            } catch {
                throw .notAnObject
            }
        } else {
            let form = try QueryParameters(
                String(buffer: body), maximumLength: 4096, maximumQueryLength: Self.maximumLength)
            values = form.all.mapValues(Value.lines)
        }
        // Texts of a database cannot contain it, and keyboards cannot type it.
        guard !values.values.contains(where: \.containsNull) else {
            throw .nullCharacter
        }
    }

    /// The text of a field; nil if it is missing, blank or no text.
    package subscript(name: String) -> String? {
        guard case .text(let text) = values[name], !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }

    /// Whether a field is true, or the text "true" or "yes".
    package func isSet(_ name: String) -> Bool {
        switch values[name] {
        case .flag(let flag): flag
        case .text(let text): text == "true" || text == "yes"
        default: false
        }
    }
}

extension BodyFields.Value: Decodable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .lines(text)
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let object = try? value.decode([String: BodyFields.Value].self) {
            self = .object(object)
        } else {
            self = .other
        }
    }
}

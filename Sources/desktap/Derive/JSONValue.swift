import Foundation

/// Any JSON value. Whole numbers stay integers; no value is converted to another type.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number with a fraction or beyond `Int64`.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue: Codable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let values = try? value.decode([String: JSONValue].self) {
            self = .object(values)
        } else if let values = try? value.decode([JSONValue].self) {
            self = .array(values)
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? value.decode(Int64.self) {
            self = .integer(number)
        } else {
            self = .number(try value.decode(Double.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }
}

extension JSONValue {
    init(_ text: String?) { self = text.map { .string($0) } ?? .null }
    init(_ number: Int64) { self = .integer(number) }
    init(_ texts: [String]) { self = .array(texts.map { .string($0) }) }
}

/// A JSON value (RFC 8259). A number without a fraction is an integer, also `1.0` and `1e3`.
package enum JSONValue: Sendable, Equatable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// A number with a fraction, or a large one: beyond `Int64`, or from 2^53 if written with a fraction or exponent. Finite.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// Of equal names in a text, the last one counts.
    case object([String: JSONValue])

    package var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    package var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

    /// A number of either kind.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// A member of an object; nil if it is missing, or this is no object.
    package subscript(name: String) -> JSONValue? { object?[name] }
}

extension JSONValue: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .string(text) }
    package init(booleanLiteral flag: Bool) { self = .boolean(flag) }
    package init(integerLiteral number: Int64) { self = .integer(number) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(Dictionary(members) { _, last in last }) }
}

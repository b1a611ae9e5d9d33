/// The JSON value of a claim.
package enum ClaimValue: Sendable, Equatable {
    case string(String)
    case number(Double)
    case boolean(Bool)
    case array([ClaimValue])
    case object([String: ClaimValue])
    case null
}

extension ClaimValue: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let array = try? value.decode([ClaimValue].self) {
            self = .array(array)
        } else if let object = try? value.decode([String: ClaimValue].self) {
            self = .object(object)
        } else {
            self = .null
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let string): try container.encode(string)
        case .number(let number): try container.encode(number)
        case .boolean(let boolean): try container.encode(boolean)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        case .null: try container.encodeNil()
        }
    }
}

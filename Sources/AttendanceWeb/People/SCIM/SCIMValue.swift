import FoundationEssentials

/// A value in a SCIM message. Attribute names are case-insensitive (RFC 7643, 2.1).
enum SCIMValue: Sendable, Equatable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([SCIMValue])
    /// The keys of a decoded object are lowercase.
    case object([String: SCIMValue])
    case null

    subscript(name: String) -> SCIMValue? {
        guard case .object(let members) = self else { return nil }
        return members[name.lowercased()]
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var list: [SCIMValue]? { if case .list(let list) = self { list } else { nil } }

    /// A Boolean, also from a string: Entra ID sends "True" and "False".
    var flag: Bool? {
        switch self {
        case .flag(let flag): flag
        case .text(let text): ["true": true, "false": false][text.lowercased()]
        // Some providers send a list with one element, as for a multi-valued attribute.
        case .list(let list) where list.count == 1: list[0]["value"]?.flag
        default: nil
        }
    }
}

extension SCIMValue: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Name.self) {
            var members: [String: SCIMValue] = [:]
            for name in container.allKeys {
                members[name.stringValue.lowercased()] = try container.decode(SCIMValue.self, forKey: name)
            }
            self = .object(members)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try value.decode([SCIMValue].self))
        }
    }
}

extension SCIMValue: Encodable {
    func encode(to encoder: any Encoder) throws {
        if case .object(let members) = self {
            var container = encoder.container(keyedBy: Name.self)
            for (name, member) in members { try container.encode(member, forKey: Name(stringValue: name)) }
            return
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number):
            if let whole = Int64(exactly: number) { try container.encode(whole) } else { try container.encode(number) }
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .null, .object: try container.encodeNil()
        }
    }
}

extension SCIMValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .text(text) }
    init(booleanLiteral flag: Bool) { self = .flag(flag) }
    init(integerLiteral number: Int) { self = .number(Double(number)) }
    init(arrayLiteral elements: SCIMValue...) { self = .list(elements) }
    /// Keeps the case of the keys, because literals are sent.
    init(dictionaryLiteral members: (String, SCIMValue)...) { self = .object(Dictionary(members) { first, _ in first }) }
}

extension SCIMValue {
    /// A page of resources (RFC 7644, 3.4.2).
    /// - Parameters:
    ///   - total: the number of all resources; nil if `resources` is complete.
    ///   - start: the position of the first resource, from 1.
    static func listResponse(of resources: [SCIMValue], total: Int64? = nil, from start: Int64 = 1) -> SCIMValue {
        [
            "schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
            "totalResults": .number(total.map(Double.init) ?? Double(resources.count)), "startIndex": .number(Double(start)),
            "itemsPerPage": .number(Double(resources.count)), "Resources": .list(resources),
        ]
    }
}

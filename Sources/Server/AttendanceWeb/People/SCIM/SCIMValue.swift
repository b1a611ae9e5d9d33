import JSON

// Values in SCIM messages. Attribute names are case-insensitive (RFC 7643, 2.1), so those of a received message are lowercase.
extension JSONValue {
    /// A Boolean, also from a string: Entra ID sends "True" and "False".
    var flag: Bool? {
        switch self {
        case .boolean(let flag): flag
        case .string(let text): ["true": true, "false": false][text.lowercased()]
        // Some providers send a list with one element, as for a multi-valued attribute.
        case .array(let list) where list.count == 1: list[0]["value"]?.flag
        default: nil
        }
    }

    /// A page of resources (RFC 7644, 3.4.2).
    /// - Parameters:
    ///   - total: the number of all resources; nil if `resources` is complete.
    ///   - start: the position of the first resource, from 1.
    static func listResponse(of resources: [JSONValue], total: Int64? = nil, from start: Int64 = 1) -> JSONValue {
        [
            "schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
            "totalResults": .integer(total ?? Int64(resources.count)), "startIndex": .integer(start),
            "itemsPerPage": .integer(Int64(resources.count)), "Resources": .array(resources),
        ]
    }
}

import AttendanceStore
import JSON
import WebServer

/// A person as a SCIM resource (RFC 7643, 4.1).
struct SCIMUser: Sendable {
    static let schema = "urn:ietf:params:scim:schemas:core:2.0:User"
    /// The extension with the personnel number (RFC 7643, 4.3).
    static let enterpriseSchema = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"

    let user: ProvisionedUser
    /// The server's address for provisioners.
    let publicURL: String

    var location: String { publicURL + Address.scimUsers + "/\(user.id)" }

    func body(_ selection: SCIMSelection) -> JSONValue {
        var body: [String: JSONValue] = [
            "id": .string("\(user.id)"), "userName": .string(user.userName), "displayName": .string(user.displayName),
            "active": .boolean(user.isActive), "meta": ["resourceType": "User", "location": .string(location)],
        ]
        let name = name
        if !name.isEmpty { body["name"] = .object(name) }
        if let externalID = user.externalID { body["externalId"] = .string(externalID) }
        if let email = user.details.email { body["emails"] = [["value": .string(email.text), "type": "work"]] }
        if let number = user.details.personnelNumber {
            body[Self.enterpriseSchema] = ["employeeNumber": .string(number)]
        }
        body = body.filter { selection.contains($0.key) }
        let schemas = [Self.schema] + (body[Self.enterpriseSchema] == nil ? [] : [Self.enterpriseSchema])
        body["schemas"] = .array(schemas.map { .string($0) })
        return .object(body)
    }

    /// The parts that a provisioner sent, so that it finds no difference; for a person of whom none sent a name, the whole name.
    private var name: [String: JSONValue] {
        guard let name = user.name else { return ["formatted": .string(user.displayName)] }
        let parts = ["formatted": name.formatted, "givenName": name.givenName, "familyName": name.familyName]
        return parts.compactMapValues { $0.map { .string($0) } }
    }
}

/// The attributes requested (RFC 7644, 3.4.2.5).
struct SCIMSelection: Sendable {
    private let wanted: Set<String>?
    private let unwanted: Set<String>
    /// Always returned (RFC 7643, 3.1).
    private static let always: Set = ["schemas", "id"]

    /// - Throws: ``WebError`` if both lists have names.
    init(attributes: [String], excluding: [String]) throws(WebError) {
        func names(_ texts: [String]) -> Set<String> {
            Set(
                texts.map { text in
                    // A sub-attribute selects its whole attribute. The extension has one only.
                    let name = SCIMPath.attribute(text.filter { !$0.isWhitespace })
                    if name == SCIMPath.employeeNumber { return SCIMPath.enterprise }
                    // The address of the extension has a dot.
                    if name.hasPrefix(SCIMPath.enterprise) { return name }
                    return name.split(separator: ".", maxSplits: 1).first.map(String.init) ?? name
                }.filter { !$0.isEmpty })
        }
        let named = names(attributes)
        wanted = named.isEmpty ? nil : named
        unwanted = names(excluding)
        guard wanted == nil || unwanted.isEmpty else {
            throw .invalidSyntax("Use either 'attributes' or 'excludedAttributes', not both.")
        }
    }

    init(parameters: QueryParameters) throws(WebError) {
        func names(_ parameter: String) -> [String] {
            (parameters[parameter] ?? "").split(separator: ",").map(String.init)
        }
        try self.init(attributes: names("attributes"), excluding: names("excludedAttributes"))
    }

    func contains(_ attribute: String) -> Bool {
        let name = attribute.lowercased()
        return Self.always.contains(name) || (!unwanted.contains(name) && wanted?.contains(name) ?? true)
    }
}

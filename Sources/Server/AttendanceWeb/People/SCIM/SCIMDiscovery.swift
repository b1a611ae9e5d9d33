import Hummingbird
import JSON
import WebServer

/// The discovery endpoints of SCIM, which describe the server's capabilities (RFC 7644, 4).
struct SCIMDiscoveryRoutes {
    let publicURL: String

    func configuration(_ request: Request, _ context: WebContext) async throws -> Response { .scim(configuration) }

    func resourceTypes(_ request: Request, _ context: WebContext) async throws -> Response {
        .scim(.listResponse(of: [resourceType]))
    }

    func schemas(_ request: Request, _ context: WebContext) async throws -> Response {
        .scim(.listResponse(of: definitions))
    }

    func resourceType(_ request: Request, _ context: WebContext) async throws -> Response {
        guard try context.pathParameter("id") == "User" else { throw WebError.notFound }
        return .scim(resourceType)
    }

    func schema(_ request: Request, _ context: WebContext) async throws -> Response {
        let id = try context.pathParameter("id")
        guard let schema = definitions.first(where: { $0["id"]?.string == id }) else { throw WebError.notFound }
        return .scim(schema)
    }

    private func meta(_ type: String, _ address: String) -> JSONValue {
        ["resourceType": .string(type), "location": .string(publicURL + address)]
    }

    private var configuration: JSONValue {
        [
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
            "patch": ["supported": true],
            "bulk": ["supported": false, "maxOperations": 0, "maxPayloadSize": 0],
            "filter": ["supported": true, "maxResults": .integer(SCIMQuery.maximumResults)],
            "changePassword": ["supported": false], "sort": ["supported": false], "etag": ["supported": false],
            "authenticationSchemes": [
                [
                    "type": "oauthbearertoken", "name": "Bearer token",
                    "description": "The key that 'desktap scim-key add' prints.",
                    "specUri": "https://www.rfc-editor.org/rfc/rfc6750",
                    "primary": true,
                ]
            ],
            "meta": meta("ServiceProviderConfig", Address.scimConfiguration),
        ]
    }

    private var resourceType: JSONValue {
        [
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"], "id": "User", "name": "User",
            "description": "A present or former employee.", "endpoint": "/Users", "schema": .string(SCIMUser.schema),
            "schemaExtensions": [["schema": .string(SCIMUser.enterpriseSchema), "required": false]],
            "meta": meta("ResourceType", Address.scimResourceTypes + "/User"),
        ]
    }

    private var definitions: [JSONValue] {
        [
            definition(
                of: SCIMUser.schema, "User", "A present or former employee.",
                [
                    Self.attribute(
                        "userName", "string", "The name that readers and other systems use.", required: true, unique: true
                    ),
                    // Without a name, the user name is displayed.
                    Self.attribute("displayName", "string", "The name shown to other people.", required: true),
                    Self.attribute("active", "boolean", "Whether the person is employed.", required: true),
                    Self.attribute(
                        "name", "complex", "The parts of the name; used if displayName is missing.",
                        parts: [
                            Self.attribute("formatted", "string", "The whole name."),
                            Self.attribute("givenName", "string", "The given name."),
                            Self.attribute("familyName", "string", "The family name."),
                        ]),
                    Self.attribute(
                        "emails", "complex", "One address: the primary one, else the first of type work.", multiple: true,
                        parts: [
                            Self.attribute("value", "string", "The address."),
                            Self.attribute("type", "string", "Always work.", canonical: ["work"]),
                        ]),
                ]),
            definition(
                of: SCIMUser.enterpriseSchema, "EnterpriseUser", "The personnel file of an employee.",
                [
                    Self.attribute(
                        "employeeNumber", "string", "The personnel number, which no other person of the office has.",
                        unique: true, caseExact: true)
                ]),
        ]
    }

    private func definition(
        of schema: String, _ name: JSONValue, _ description: JSONValue, _ attributes: [JSONValue]
    ) -> JSONValue {
        [
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:Schema"], "id": .string(schema), "name": name,
            "description": description, "attributes": .array(attributes),
            "meta": meta("Schema", Address.scimSchemas + "/" + schema),
        ]
    }

    /// An attribute's definition (RFC 7643, 7).
    private static func attribute(
        _ name: String, _ type: String, _ description: String, required: Bool = false, unique: Bool = false,
        caseExact: Bool = false, multiple: Bool = false, canonical: [JSONValue] = [], parts: [JSONValue] = []
    ) -> JSONValue {
        var definition: [String: JSONValue] = [
            "name": .string(name), "type": .string(type), "multiValued": .boolean(multiple),
            "description": .string(description),
            "required": .boolean(required), "mutability": "readWrite", "returned": "default",
            "uniqueness": unique ? "server" : "none",
        ]
        if type == "string" { definition["caseExact"] = .boolean(caseExact) }
        if !canonical.isEmpty { definition["canonicalValues"] = .array(canonical) }
        if !parts.isEmpty { definition["subAttributes"] = .array(parts) }
        return .object(definition)
    }
}

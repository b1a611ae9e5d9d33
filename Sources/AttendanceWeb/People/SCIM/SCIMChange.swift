import Attendance
import AttendanceStore
import JSON

/// The changes in a SCIM message: a whole user (RFC 7644, 3.3 and 3.5.1) or operations (3.5.2). DeskTap stores userName,
/// displayName, active and externalId, reads name if displayName is missing, and ignores all other attributes.
struct SCIMChange: Sendable {
    private var userName: String?
    private var displayName: String?
    /// The name from the attribute `name`.
    private var formattedName: String?
    private(set) var isActive: Bool?
    private var externalID: String??
    /// Whether the display name is removed and replaced by the user name.
    private var removesDisplayName = false

    /// The maximum number of operations in a message. Entra ID sends a few.
    private static let maximumOperations = 100

    /// - Parameter whole: a user from a POST or PUT.
    /// - Throws: ``WebError`` for the first error.
    init(whole: JSONValue) throws(WebError) {
        guard case .object = whole else { throw .invalidSyntax("The request body is not a JSON object.") }
        guard let schemas = whole["schemas"]?.array,
            schemas.contains(where: { $0.string?.lowercased() == SCIMUser.schema.lowercased() })
        else { throw .invalidSyntax("'schemas' does not contain \(SCIMUser.schema).") }
        try set(whole, "", isWhole: true)
        guard userName != nil else { throw .invalidValue("'userName' is missing.") }
        // A missing externalId in a whole user removes it.
        if externalID == nil { externalID = .some(nil) }
    }

    /// - Parameter patch: a PatchOp message.
    /// - Throws: ``WebError`` for the first error. Then no operation has an effect.
    init(patch: JSONValue) throws(WebError) {
        guard let operations = patch["operations"]?.array else { throw .invalidSyntax("'Operations' is not a list.") }
        guard (1...Self.maximumOperations).contains(operations.count) else {
            throw .invalidSyntax("A message must have 1 to \(Self.maximumOperations) operations.")
        }
        for operation in operations { try apply(operation) }
    }

    private mutating func apply(_ operation: JSONValue) throws(WebError) {
        let path = operation["path"].flatMap { $0 == .null ? nil : $0 }
        if let path, path.string == nil { throw .invalidPath("'path' must be a string.") }
        // Entra ID capitalizes the operations.
        switch operation["op"]?.string?.lowercased() {
        case "add", "replace":
            guard let value = operation["value"] else { throw .invalidValue("An operation has no 'value'.") }
            if let path = path?.string {
                try set(value, try attribute(path), isWhole: false)
            } else {
                guard case .object = value else {
                    throw .invalidValue("The 'value' of an operation without a 'path' must be an object of attributes.")
                }
                try set(value, "", isWhole: false)
            }
        case "remove":
            guard let path = path?.string else {
                throw .badRequest("The operation 'remove' needs a 'path'.", reason: .noTarget)
            }
            try remove(try attribute(path))
        default: throw .invalidSyntax("'op' must be add, replace or remove.")
        }
    }

    /// The lowercase attribute name of a path. Paths with a filter in brackets lead to attributes that are not stored.
    private func attribute(_ path: String) throws(WebError) -> String {
        let name = SCIMPath.attribute(path)
        let isPath = name.unicodeScalars.first.map { $0.properties.isAlphabetic || $0 == "$" } ?? false
        guard isPath, name.count(where: { $0 == "[" }) == name.count(where: { $0 == "]" }),
            name.contains("[") || !name.contains(where: \.isWhitespace)
        else { throw .invalidPath("'\(path.prefix(80))' is not an attribute path.") }
        return name
    }

    /// - Parameter name: the attribute; empty for an object of attributes, whose names may contain a dot.
    private mutating func set(_ value: JSONValue, _ name: String, isWhole: Bool) throws(WebError) {
        switch name {
        case "":
            guard case .object(let members) = value else { return }
            for (member, value) in members.sorted(by: { $0.key < $1.key }) {
                let member = SCIMPath.attribute(member)
                if !member.isEmpty { try set(value, member, isWhole: isWhole) }
            }
        case "username": userName = try Self.userName(value)
        case "displayname":
            displayName = try Self.name(value, "displayName")
            removesDisplayName = value == .null
        case "name.formatted": formattedName = try Self.name(value, "name.formatted") ?? formattedName
        case "name":
            let formatted =
                try value["formatted"].map { value throws(WebError) in try Self.name(value, "name.formatted") } ?? nil
            let parts = ["givenname", "familyname"].compactMap { value[$0]?.string.flatMap { PersonName($0)?.text } }
            formattedName = formatted ?? PersonName(parts.joined(separator: " "))?.text ?? formattedName
        case "active":
            if value == .null { return }
            guard let flag = value.flag else { throw .invalidValue("“active” must be true or false.") }
            isActive = flag
        case "externalid": externalID = .some(try Self.externalID(value))
        default: return
        }
    }

    private mutating func remove(_ name: String) throws(WebError) {
        switch name {
        case "username", "id", "active", "schemas", "meta":
            throw .badRequest("'\(name)' cannot be removed.", reason: .mutability)
        case "displayname": removesDisplayName = true
        case "externalid": externalID = .some(nil)
        default: return
        }
    }

    // MARK: For the store

    /// The names of a new person.
    var newName: (userName: String, displayName: String) {
        let user = userName ?? ""
        return (user, displayName ?? formattedName ?? user)
    }

    var newExternalID: String? { externalID ?? nil }

    /// - Parameter user: the person before the change.
    func change(of user: ProvisionedUser) -> ProvisionedChange {
        ProvisionedChange(
            userName: userName == user.userName ? nil : userName,
            displayName: displayName ?? formattedName ?? (removesDisplayName ? userName ?? user.userName : nil),
            isActive: isActive == user.isActive ? nil : isActive, externalID: externalID)
    }

    // MARK: Values

    private static func userName(_ value: JSONValue) throws(WebError) -> String {
        guard let name = value.string.flatMap(UserName.given) else {
            throw .invalidValue("'userName' is not a valid user name. \(UserName.rule)")
        }
        return name
    }

    private static func name(_ value: JSONValue, _ attribute: String) throws(WebError) -> String? {
        if value == .null || value == .string("") { return nil }
        guard let text = value.string, let name = PersonName(text) else {
            throw .invalidValue("'\(attribute)': \(PersonName.rule)")
        }
        return name.text
    }

    private static func externalID(_ value: JSONValue) throws(WebError) -> String? {
        if value == .null || value == .string("") { return nil }
        guard let text = value.string, text.unicodeScalars.count <= 255, !text.unicodeScalars.contains("\0") else {
            throw .invalidValue("'externalId' must be a string of at most 255 characters.")
        }
        return text
    }
}

import Attendance
import AttendanceStore

/// What a message of SCIM says of somebody: as a whole (RFC 7644, 3.3 and 3.5.1), or as operations (3.5.2). What DeskTap keeps is
/// userName, displayName, active and externalId; name stands in where displayName is missing, and all else is passed over.
struct SCIMChange: Sendable {
    private var userName: String?
    private var displayName: String?
    /// From the parts of the name.
    private var formattedName: String?
    private(set) var isActive: Bool?
    private var externalID: String??
    /// Whether what is displayed is to be taken away, which leaves the user name.
    private var removesDisplayName = false

    /// Operations of one message. Entra ID sends a handful.
    private static let maximumOperations = 100

    /// - Parameter whole: a user, as POST and PUT send it.
    /// - Throws: ``WebError`` for the first thing that is wrong.
    init(whole: SCIMValue) throws(WebError) {
        guard case .object = whole else { throw .invalidSyntax("The body is not a JSON object.") }
        guard let schemas = whole["schemas"]?.list,
            schemas.contains(where: { $0.text?.lowercased() == SCIMUser.schema.lowercased() })
        else { throw .invalidSyntax("'schemas' does not name \(SCIMUser.schema).") }
        try set(whole, "", isWhole: true)
        guard userName != nil else { throw .invalidValue("'userName' is missing.") }
        // What a whole user leaves out they have not.
        if externalID == nil { externalID = .some(nil) }
    }

    /// - Parameter patch: a PatchOp message.
    /// - Throws: ``WebError`` for the first thing that is wrong; then nothing of it is done.
    init(patch: SCIMValue) throws(WebError) {
        guard let operations = patch["operations"]?.list else { throw .invalidSyntax("'Operations' is no list.") }
        guard (1...Self.maximumOperations).contains(operations.count) else {
            throw .invalidSyntax("There are 1 to \(Self.maximumOperations) operations in a message.")
        }
        for operation in operations { try apply(operation) }
    }

    private mutating func apply(_ operation: SCIMValue) throws(WebError) {
        let path = operation["path"].flatMap { $0 == .null ? nil : $0 }
        if let path, path.text == nil { throw .invalidPath("A 'path' is a text.") }
        // Entra ID writes the operations with a capital letter.
        switch operation["op"]?.text?.lowercased() {
        case "add", "replace":
            guard let value = operation["value"] else { throw .invalidValue("An operation has no 'value'.") }
            if let path = path?.text {
                try set(value, try attribute(path), isWhole: false)
            } else {
                guard case .object = value else {
                    throw .invalidValue("An operation without a 'path' has an object of attributes as its 'value'.")
                }
                try set(value, "", isWhole: false)
            }
        case "remove":
            guard let path = path?.text else {
                throw .badRequest("To remove something takes its 'path'.", reason: .noTarget)
            }
            try remove(try attribute(path))
        default: throw .invalidSyntax("An operation is add, replace or remove.")
        }
    }

    /// The attribute that a path leads to; what is behind a condition in brackets is nothing that is kept here.
    private func attribute(_ path: String) throws(WebError) -> String {
        let name = SCIMPath.attribute(path)
        let isPath = name.unicodeScalars.first.map { $0.properties.isAlphabetic || $0 == "$" } ?? false
        guard isPath, name.count(where: { $0 == "[" }) == name.count(where: { $0 == "]" }),
            name.contains("[") || !name.contains(where: \.isWhitespace)
        else { throw .invalidPath("'\(path.prefix(80))' is no path of an attribute.") }
        return name
    }

    /// - Parameter name: of the attribute; empty for an object of attributes, which may be named with a dot.
    private mutating func set(_ value: SCIMValue, _ name: String, isWhole: Bool) throws(WebError) {
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
            let parts = [value["givenName"]?.text, value["familyName"]?.text].compactMap { $0.flatMap { PersonName($0)?.text } }
            formattedName = formatted ?? PersonName(parts.joined(separator: " "))?.text ?? formattedName
        case "active":
            if value == .null { return }
            guard let flag = value.flag else { throw .invalidValue("'active' is neither true nor false.") }
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

    // MARK: As the store takes it

    /// What is displayed of somebody new.
    var newName: (userName: String, displayName: String) {
        let user = userName ?? ""
        return (user, displayName ?? formattedName ?? user)
    }

    var newExternalID: String? { externalID ?? nil }

    /// - Parameter user: whom it changes.
    func change(of user: ProvisionedUser) -> ProvisionedChange {
        ProvisionedChange(
            userName: userName == user.userName ? nil : userName,
            displayName: displayName ?? formattedName ?? (removesDisplayName ? userName ?? user.userName : nil),
            isActive: isActive == user.isActive ? nil : isActive, externalID: externalID)
    }

    // MARK: Values

    private static func userName(_ value: SCIMValue) throws(WebError) -> String {
        guard let text = value.text, UserName.mayBeGiven(text) else {
            throw .invalidValue("'userName' cannot be one here. \(UserName.rule)")
        }
        return text
    }

    private static func name(_ value: SCIMValue, _ attribute: String) throws(WebError) -> String? {
        if value == .null || value == .text("") { return nil }
        guard let text = value.text, let name = PersonName(text) else {
            throw .invalidValue("'\(attribute)': \(PersonName.rule)")
        }
        return name.text
    }

    private static func externalID(_ value: SCIMValue) throws(WebError) -> String? {
        if value == .null || value == .text("") { return nil }
        guard let text = value.text, text.unicodeScalars.count <= 255, !text.unicodeScalars.contains("\0") else {
            throw .invalidValue("'externalId' is a text of at most 255 characters.")
        }
        return text
    }
}

import Attendance
import AttendanceStore
import JSON
import Localization

/// The changes in a SCIM message: a whole user (RFC 7644, 3.3 and 3.5.1) or operations (3.5.2). DeskTap stores userName,
/// displayName, active, externalId, employeeNumber, one address of emails, and the parts of name, which make the display name if
/// displayName is missing. It ignores all other attributes.
struct SCIMChange: Sendable {
    private var userName: String?
    private var displayName: String?
    /// The parts of the attribute `name`. The inner nil removes a part; nil leaves it.
    private var formatted, givenName, familyName: String??
    private(set) var isActive: Bool?
    private var externalID: String??
    /// The inner nil removes the value. nil leaves it, also of a whole user (RFC 7644, 3.5.1): HR may enter what a provisioner
    /// does not send.
    private var personnelNumber: String??
    private var email: MailAddress??
    /// Whether the display name is removed and replaced by the user name.
    private var removesDisplayName = false

    /// Whether it is a whole user, whose missing displayName is not that of before.
    private var isWholeUser = false
    /// Whether the operation is an add, which removes no e-mail address.
    private var isAdding = false

    /// The maximum number of operations in a message. Entra ID sends a few.
    private static let maximumOperations = 100

    /// - Parameter whole: a user from a POST or PUT.
    /// - Throws: ``WebError`` for the first error.
    init(whole: JSONValue) throws(WebError) {
        guard case .object = whole else { throw .invalidSyntax("The request body is not a JSON object.") }
        guard let schemas = whole["schemas"]?.array,
            schemas.contains(where: { $0.string?.lowercased() == SCIMUser.schema.lowercased() })
        else { throw .invalidSyntax("'schemas' does not contain \(SCIMUser.schema).") }
        isWholeUser = true
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
        let kind = operation["op"]?.string?.lowercased()
        switch kind {
        case "add", "replace":
            isAdding = kind == "add"
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
        case "name.formatted": formatted = .some(try Self.name(value, "name.formatted"))
        case "name.givenname": givenName = .some(value.string.flatMap(PersonName.cleaned))
        case "name.familyname": familyName = .some(value.string.flatMap(PersonName.cleaned))
        case "name":
            // A whole user has a whole name. Otherwise the parts that are not named stay (RFC 7644, 3.5.2.3).
            if isWhole { removeName() }
            for part in ["formatted", "givenname", "familyname"] {
                if let value = value[part] { try set(value, "name.\(part)", isWhole: isWhole) }
            }
        case "active":
            if value == .null { return }
            guard let flag = value.flag else { throw .invalidValue("“active” must be true or false.") }
            isActive = flag
        case "externalid": externalID = .some(try Self.externalID(value))
        case "emails": try setEmail(value)
        case "emails.value": try setAddress(value)
        case SCIMPath.enterprise:
            if value == .null { personnelNumber = .some(nil) }
            if let number = value["employeenumber"] { personnelNumber = .some(try Self.personnelNumber(number)) }
        case SCIMPath.employeeNumber: personnelNumber = .some(try Self.personnelNumber(value))
        default: return
        }
    }

    /// Takes the primary address of a list, else the first one of type work or without a type. Only an empty list removes the
    /// address: HR may have entered it for a person of whom the provider has none, or one of another type.
    private mutating func setEmail(_ value: JSONValue) throws(WebError) {
        let list: [JSONValue] = value == .null ? [] : value.array ?? [value]
        let isOfObjects = list.allSatisfy { if case .object = $0 { true } else { false } }
        guard isOfObjects else { throw .invalidValue("'emails' must be a list of objects with a 'value'.") }
        if list.isEmpty { return try setAddress(.null) }
        let addresses = list.filter { ($0["value"] ?? .null) != .null }
        let chosen =
            addresses.first { $0["primary"]?.flag == true }
            ?? addresses.first { ($0["type"]?.string ?? "work").lowercased() == "work" }
        if let address = chosen?["value"] { try setAddress(address) }
    }

    private mutating func setAddress(_ value: JSONValue) throws(WebError) {
        let address = try Self.email(value)
        if address != nil || !isAdding { email = .some(address) }
    }

    private mutating func remove(_ name: String) throws(WebError) {
        switch name {
        case "username", "id", "active", "schemas", "meta":
            throw .badRequest("'\(name)' cannot be removed.", reason: .mutability)
        case "displayname": removesDisplayName = true
        case "name": removeName()
        case "name.formatted": formatted = .some(nil)
        case "name.givenname": givenName = .some(nil)
        case "name.familyname": familyName = .some(nil)
        case "externalid": externalID = .some(nil)
        case "emails", "emails.value": email = .some(nil)
        case SCIMPath.enterprise, SCIMPath.employeeNumber: personnelNumber = .some(nil)
        default: return
        }
    }

    private mutating func removeName() { (formatted, givenName, familyName) = (.some(nil), .some(nil), .some(nil)) }

    // MARK: For the store

    /// The names of a new person.
    var newName: (userName: String, displayName: String, parts: ProvisionedName) {
        let (user, parts) = (userName ?? "", changed(ProvisionedName(isDisplayed: displayName == nil)))
        return (user, displayName ?? parts.text ?? user, parts)
    }

    private var changesName: Bool { formatted != nil || givenName != nil || familyName != nil }

    /// The parts of a name after the change. A formatted name that is not sent with its new parts is out of date.
    private func changed(_ before: ProvisionedName) -> ProvisionedName {
        var name = before
        if let givenName { name.givenName = givenName }
        if let familyName { name.familyName = familyName }
        if let formatted {
            name.formatted = formatted
        } else if (name.givenName, name.familyName) != (before.givenName, before.familyName), name.givenName != nil,
            name.familyName != nil
        {
            name.formatted = nil
        }
        return name
    }

    /// The parts of the name and the display name after the change; nil if they stay.
    private func names(of user: ProvisionedUser) -> (parts: ProvisionedName?, displayName: String?) {
        let newUserName = userName ?? user.userName
        // Without stored parts, a whole name makes the display name, and one part alone does not.
        let known = user.name ?? ProvisionedName(isDisplayed: false)
        var parts = changed(known)
        if let displayName {
            parts.isDisplayed = false
            return (parts == user.name ? nil : parts, displayName)
        }
        if removesDisplayName {
            parts.isDisplayed = true
            return (parts, parts.text ?? newUserName)
        }
        guard changesName else { return (nil, nil) }
        let isWholeName = parts.formatted != nil || parts.givenName != nil && parts.familyName != nil
        if user.name == nil, !isWholeName { return (nil, nil) }
        // An administrator can have given another name than that of the parts.
        let isMade = known.isDisplayed && (known.text.map { $0 == user.displayName } ?? true)
        parts.isDisplayed = isMade || isWholeUser || user.name == nil
        return (parts, parts.isDisplayed ? parts.text ?? (isWholeUser ? nil : newUserName) : nil)
    }

    var newExternalID: String? { externalID ?? nil }

    /// The personnel files of a new person.
    var newDetails: PersonDetails { changed(PersonDetails()) }

    private func changed(_ before: PersonDetails) -> PersonDetails {
        var details = before
        if let personnelNumber { details.personnelNumber = personnelNumber }
        if let email { details.email = email }
        return details
    }

    /// - Parameter user: the person before the change.
    func change(of user: ProvisionedUser) -> ProvisionedChange {
        let (names, details) = (names(of: user), changed(user.details))
        return ProvisionedChange(
            userName: userName == user.userName ? nil : userName, displayName: names.displayName,
            isActive: isActive == user.isActive ? nil : isActive, externalID: externalID, name: names.parts,
            details: details == user.details ? nil : details)
    }

    // MARK: Values

    private static func userName(_ value: JSONValue) throws(WebError) -> String {
        guard let text = value.string, let name = try? UserName.given(text) else {
            throw .invalidValue("'userName': \(WebError.badUserName.sentence)")
        }
        return name
    }

    private static func name(_ value: JSONValue, _ attribute: String) throws(WebError) -> String? {
        if value == .null || value == .string("") { return nil }
        guard let text = value.string, let name = try? PersonName.given(text) else {
            throw .invalidValue("'\(attribute)': \(WebError.badName(upTo: PersonName.longest).sentence)")
        }
        return name
    }

    private static func personnelNumber(_ value: JSONValue) throws(WebError) -> String? {
        if value == .null || value == .string("") { return nil }
        guard let text = value.string, let number = try? ThingName.given(text) else {
            throw .invalidValue("'employeeNumber': \(WebError.badName(upTo: ThingName.longest).sentence)")
        }
        return number
    }

    private static func email(_ value: JSONValue) throws(WebError) -> MailAddress? {
        if value == .null || value == .string("") { return nil }
        guard let text = value.string, let address = MailAddress(text) else {
            throw .invalidValue("'emails': \(localized("reminders.badEmail"))")
        }
        return address
    }

    private static func externalID(_ value: JSONValue) throws(WebError) -> String? {
        if value == .null || value == .string("") { return nil }
        guard let text = value.string, text.unicodeScalars.count <= 255, !text.unicodeScalars.contains("\0") else {
            throw .invalidValue("'externalId' must be a string of at most 255 characters.")
        }
        return text
    }
}

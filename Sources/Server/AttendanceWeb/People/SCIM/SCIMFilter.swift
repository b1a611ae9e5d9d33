import Attendance
import AttendanceStore
import JSON

/// Parses filters of the only form that provisioners use: an attribute that equals a value (RFC 7644, 3.4.2.2).
enum SCIMFilter {
    /// - Returns: nil if no person can match.
    /// - Throws: ``WebError`` for any other filter.
    static func parse(_ text: String) throws(WebError) -> ProvisionedFilter? {
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count == 3, parts[1].lowercased() == "eq" else { throw unsupported }
        let value = try literal(parts[2])
        switch SCIMPath.attribute(String(parts[0])) {
        case "username": return ProvisionedFilter(userName: try string(value))
        case "externalid": return ProvisionedFilter(externalID: try string(value))
        case "displayname":
            let name = try string(value)
            return ProvisionedFilter(displayName: (try? PersonName.given(name)) ?? name)
        case SCIMPath.employeeNumber:
            let number = try string(value)
            return ProvisionedFilter(personnelNumber: (try? ThingName.given(number)) ?? number)
        case "id":
            guard let id = PersonID(try string(value)) else { return nil }
            return ProvisionedFilter(id: id)
        default: throw unsupported
        }
    }

    private static let unsupported = WebError.invalidFilter(
        """
        A filter must be userName, externalId, displayName, id or \(SCIMUser.enterpriseSchema):employeeNumber, then eq, then a \
        value in quotation marks.
        """)

    private static func string(_ value: JSONValue) throws(WebError) -> String {
        guard let text = value.string, !text.unicodeScalars.contains("\0") else { throw unsupported }
        return text
    }

    /// Parses a JSON value.
    private static func literal(_ text: Substring) throws(WebError) -> JSONValue {
        guard let value = try? JSONValue(parsing: text.utf8) else { throw unsupported }
        return value
    }
}

/// Attribute names in SCIM messages.
enum SCIMPath {
    static let enterprise = SCIMUser.enterpriseSchema.lowercased()
    static let employeeNumber = enterprise + ":employeenumber"

    /// The lowercase name without the optional prefix of the core schema (RFC 7644, 3.10). A person has one e-mail address: a path
    /// to that of type work, or to the primary one, leads to all.
    static func attribute(_ text: String) -> String {
        var name = text.lowercased()
        let prefix = SCIMUser.schema.lowercased() + ":"
        if name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
        for element in [#"emails[type eq "work"]"#, "emails[primary eq true]"] where name.hasPrefix(element) {
            name = "emails" + name.dropFirst(element.count)
        }
        return name
    }
}

import Attendance
import AttendanceExport
import AttendanceStore
import Localization
import WebServer

extension ExportRequest {
    /// Reads the query of an address.
    init(_ subject: Subject, _ format: Format, query: String?) throws {
        let parameters = try QueryParameters(query, repeatable: [Field.user.rawValue])
        try self.init(
            subject, format, try Self.fields(parameters.all, Field.allCases), users: parameters.values(of: Field.user.rawValue),
            longest: Self.longestPeriod)
    }

    /// A person's own rows; as a spreadsheet with heads for people. The query cannot select other people.
    init(_ subject: Subject, ofOneself person: Person, _ format: Format, query: String?) throws {
        var fields = try Self.fields(try QueryParameters(query).all, [.from, .to, .preset, .replace])
        if format == .xlsx { fields[.heads] = Heads.readable.rawValue }
        try self.init(subject, format, fields, users: [person.userName], longest: Self.longestPeriod)
    }

    /// - Throws: ``ExportError/unknownField(_:known:)``.
    static func fields(_ parameters: [String: String], _ known: [Field]) throws -> [Field: String] {
        var fields: [Field: String] = [:]
        for (name, value) in parameters {
            guard let field = Field(rawValue: name), known.contains(field) else {
                throw ExportError.unknownField(name, known: known.map(\.rawValue))
            }
            fields[field] = value
        }
        return fields
    }

    /// The address of the download.
    var address: String {
        var fields: [(Field, String?)] = [
            (.from, period.lowerBound.description), (.to, period.upperBound.description), (.office, office), (.team, team),
        ]
        fields += users.map { (.user, $0) }
        fields += [
            (.preset, preset == .standard || format != .csv ? nil : preset.rawValue),
            (.rounding, subject != .daily || rounding == .none ? nil : rounding.text),
            (.layout, subject == .events ? nil : layout), (.company, company), (.asOf, asOf?.rfc3339(precision: .milliseconds)),
            (.head, head?.text), (.purpose, purpose), (.heads, heads == .keys ? nil : heads.rawValue),
            (.language, language?.rawValue), (.replace, replacesCharacters ? "yes" : nil),
        ]
        let query = fields.compactMap { field, value in value.map { "\(field.rawValue)=\(Address.percentEncoded($0))" } }
        return Address.export(subject.rawValue, format.rawValue) + "?" + query.joined(separator: "&")
    }
}

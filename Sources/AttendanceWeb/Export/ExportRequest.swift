package import Attendance
package import AttendanceStore

/// What somebody wants to take away, in their words: from the address of an export, from the form of a page or from the command
/// line, and the same from all three. Whether the people and places it names exist is found out by ``Exporter``.
package struct ExportRequest: Sendable, Equatable {
    /// What the rows are.
    package enum Subject: String, Sendable, CaseIterable {
        case daily
        /// The raw taps, with what became of them.
        case events
    }

    package enum Format: String, Sendable, CaseIterable {
        case csv, xlsx, json, ndjson
    }

    /// The names of the fields, which are the same in an address, in a form and, with two dashes in front, in a command.
    package enum Field: String, Sendable, CaseIterable {
        case from, to, office, team
        /// May be given several times.
        case user
        case preset, rounding, layout
        case asOf = "as_of"
        case head, purpose
    }

    package var subject: Subject
    package var format: Format
    /// Working days.
    package var period: ClosedRange<CivilDate>
    /// The name of the office to which the people belong, wherever they worked; nil is any.
    package var office: String?
    package var team: String?
    /// User names, sorted; empty is everybody.
    package var users: [String]
    package var rounding: Rounding
    /// A layout's name; nil is the contract's own columns.
    package var layout: String?
    package var preset: CSVPreset
    /// An instant and a head of the ledger, to have an earlier export made again; nil: as things stand.
    package var asOf: Instant?
    package var head: LedgerCheckpoint?
    /// What for, as they say it.
    package var purpose: String?

    /// So many days are given in answer to one request.
    package static let longestPeriod: Int64 = 366

    /// - Parameters:
    ///   - fields: by their names; an empty one is as good as none.
    ///   - users: every value of the field `user`.
    ///   - longest: how many days the period may have; nil is any number.
    /// - Throws: ``WebError`` with a sentence that names the field.
    package init(
        _ subject: Subject, _ format: Format, _ fields: [Field: String], users: [String] = [], longest: Int64? = nil
    ) throws(WebError) {
        let fields = fields.filter { !$0.value.isEmpty }
        self.subject = subject
        self.format = format
        period = try Self.period(fields, longest: longest)
        (office, team) = (fields[.office], fields[.team])
        self.users = Set(users.filter { !$0.isEmpty }).sorted()
        rounding = try Self.rounding(fields[.rounding] ?? "none")
        layout = fields[.layout]
        preset = try Self.choice(fields[.preset], .preset) ?? .standard
        asOf = try fields[.asOf].map { text throws(WebError) in
            // A plus sign that nobody encoded is a blank by now.
            guard let instant = Instant(rfc3339: text.replacing(" ", with: "+")) else {
                throw .badRequest(say("export.badAsOf"), reason: "bad_as_of")
            }
            return instant
        }
        head = try fields[.head].map { text throws(WebError) in
            guard let head = LedgerCheckpoint(text) else {
                throw .badRequest(say("export.badHead"), reason: "bad_head")
            }
            return head
        }
        purpose = fields[.purpose].flatMap { $0.allSatisfy(\.isWhitespace) || $0.contains("\0") ? nil : $0 }
        try checkThatAllCounts(fields)
    }

    /// Reads the query of an address.
    init(_ subject: Subject, _ format: Format, query: String?) throws(WebError) {
        let parameters = try QueryParameters(query, repeatable: [Field.user.rawValue])
        try self.init(
            subject, format, try Self.fields(parameters, Field.allCases), users: parameters.values(of: Field.user.rawValue),
            longest: Self.longestPeriod)
    }

    /// The daily rows of whoever asks. Whose they are is no question of the address.
    init(ownRowsOf person: Person, _ format: Format, query: String?) throws(WebError) {
        let fields = try Self.fields(try QueryParameters(query), [.from, .to, .preset])
        try self.init(.daily, format, fields, users: [person.userName], longest: Self.longestPeriod)
    }

    private static func fields(_ parameters: QueryParameters, _ known: [Field]) throws(WebError) -> [Field: String] {
        var fields: [Field: String] = [:]
        for (name, value) in parameters.all {
            guard let field = Field(rawValue: name), known.contains(field) else {
                let names = known.map(\.rawValue).joined(separator: ", ")
                throw .badRequest(say("export.noField", ["name": String(name.prefix(40)), "known": names]))
            }
            fields[field] = value
        }
        return fields
    }

    /// What is asked for must have an effect, or whoever asks would think that it had.
    private func checkThatAllCounts(_ fields: [Field: String]) throws(WebError) {
        if fields[.preset] != nil, format != .csv {
            throw .badRequest(say("export.presetIsForCSV"), reason: "bad_preset")
        }
        guard subject == .events else { return }
        for field in [Field.rounding, .layout] where fields[field] != nil && fields[field] != "none" {
            throw .badRequest(say("export.isForRows", ["field": field.rawValue]), reason: "bad_\(field.rawValue)")
        }
    }

    /// Where a browser gets it.
    package var address: String {
        var fields: [(Field, String?)] = [
            (.from, period.lowerBound.description), (.to, period.upperBound.description), (.office, office), (.team, team),
        ]
        fields += users.map { (.user, $0) }
        fields += [
            (.preset, preset == .standard || format != .csv ? nil : preset.rawValue),
            (.rounding, subject == .events || rounding == .none ? nil : rounding.text),
            (.layout, subject == .events ? nil : layout), (.asOf, asOf?.rfc3339(precision: .milliseconds)),
            (.head, head?.text), (.purpose, purpose),
        ]
        let query = fields.compactMap { field, value in value.map { "\(field.rawValue)=\(Address.percentEncoded($0))" } }
        return Address.export(subject.rawValue, format.rawValue) + "?" + query.joined(separator: "&")
    }

    private static func period(_ fields: [Field: String], longest: Int64?) throws(WebError) -> ClosedRange<CivilDate> {
        func date(_ field: Field) throws(WebError) -> CivilDate {
            guard let text = fields[field] else {
                throw .badRequest(say("export.needsPeriod"), reason: "bad_period")
            }
            guard let date = CivilDate(text: text) else {
                throw .badRequest(say("export.badDate", ["field": field.rawValue]), reason: "bad_period")
            }
            return date
        }
        let (from, to) = (try date(.from), try date(.to))
        guard from <= to else {
            throw .badRequest(say("export.endsBefore"), reason: "bad_period")
        }
        let days = to.daysSince1970 - from.daysSince1970 + 1
        if let longest, days > longest {
            throw .badRequest(
                say("export.longPeriod", ["days": "\(days)", "longest": "\(longest)"]), reason: "long_period")
        }
        return from...to
    }

    private static func rounding(_ text: String) throws(WebError) -> Rounding {
        guard let rounding = Rounding(text: text) else {
            throw .badRequest(say("export.badRounding", ["name": String(text.prefix(40))]), reason: "bad_rounding")
        }
        return rounding
    }

    private static func choice<Value: RawRepresentable & CaseIterable>(
        _ text: String?, _ field: Field
    ) throws(WebError) -> Value? where Value.RawValue == String {
        guard let text else { return nil }
        guard let value = Value(rawValue: text) else {
            throw .badRequest(
                say(
                    "export.noChoice",
                    ["field": field.rawValue, "name": String(text.prefix(40)), "known": names(Value.self)]),
                reason: "bad_\(field.rawValue)")
        }
        return value
    }

    private static func names<Value: RawRepresentable & CaseIterable>(_: Value.Type) -> String where Value.RawValue == String {
        Value.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

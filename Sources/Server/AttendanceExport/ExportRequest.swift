package import Attendance
package import AttendanceStore
package import Localization

/// The request of an export, from an address, a form or the command line. ``Exporter`` checks whether the names in it exist.
package struct ExportRequest: Sendable, Equatable {
    /// The content of the rows.
    package enum Subject: String, Sendable, CaseIterable {
        case daily
        /// The raw taps and additions, with their corrections.
        case events
        /// What was owed and what counts, of each person's day (Hours.docc).
        case hours
    }

    package enum Format: String, Sendable, CaseIterable {
        case csv, xlsx, json, ndjson
    }

    /// The fields of an address or a form. Options of the command have the same names, with hyphens.
    package enum Field: String, Sendable, CaseIterable {
        case from, to, office, team
        /// May be given several times.
        case user
        case preset, rounding, layout, company
        case asOf = "as_of"
        case head, purpose
        case heads, language, replace
    }

    /// The texts in the first row of a CSV or XLSX file.
    package enum Heads: String, Sendable, CaseIterable {
        /// The names of the columns, for programs.
        case keys
        /// Texts for people.
        case readable
    }

    package var subject: Subject
    package var format: Format
    /// Working days.
    package var period: ClosedRange<CivilDate>
    /// The name of the office that the people belong to, not where they worked; nil: any.
    package var office: String?
    package var team: String?
    /// User names, sorted; empty: all people.
    package var users: [String]
    package var rounding: Rounding
    /// A layout's name; nil: the default columns.
    package var layout: String?
    /// The company's name in the lines before the header of a layout; nil: that of the layout.
    package var company: String?
    package var preset: CSVPreset
    /// The instant and the ledger head of an earlier export, to repeat it; nil: the current ones.
    package var asOf: Instant?
    package var head: LedgerCheckpoint?
    /// The requester's reason.
    package var purpose: String?
    package var heads: Heads
    /// The language of readable heads; nil: that of the requester.
    package var language: Language?
    /// Whether `〓` replaces each character that code page 932 lacks. Otherwise such a character is an error.
    package var replacesCharacters: Bool

    private static let longestCompany = 256
    /// The maximum number of days of an HTTP request.
    package static let longestPeriod: Int64 = 366

    /// - Parameters:
    ///   - fields: empty fields are ignored.
    ///   - users: all values of the field `user`.
    ///   - longest: the maximum number of days; nil: any.
    /// - Throws: ``ExportError``.
    package init(
        _ subject: Subject, _ format: Format, _ fields: [Field: String], users: [String] = [], longest: Int64? = nil
    ) throws(ExportError) {
        let fields = fields.filter { !$0.value.isEmpty }
        self.subject = subject
        self.format = format
        period = try Self.period(fields, longest: longest)
        (office, team) = (fields[.office], fields[.team])
        self.users = users.filter { !$0.isEmpty }.writtenNames
        rounding = try Self.rounding(fields[.rounding] ?? "none")
        layout = fields[.layout]
        company = fields[.company].flatMap { TypedText.line(cleaning: $0, upTo: Self.longestCompany) }
        preset = try Self.choice(fields[.preset], .preset) ?? .standard
        asOf = try fields[.asOf].map { text throws(ExportError) in
            // An unencoded plus sign in a query is decoded as a space.
            guard let instant = Instant(rfc3339: text.replacing(" ", with: "+")) else {
                throw .badInstant
            }
            return instant
        }
        head = try fields[.head].map { text throws(ExportError) in
            guard let head = LedgerCheckpoint(text) else {
                throw .badHead
            }
            return head
        }
        purpose = fields[.purpose].flatMap(TypedText.sentences)
        heads = try Self.choice(fields[.heads], .heads) ?? .keys
        language = try Self.choice(fields[.language], .language)
        replacesCharacters = try Self.choice(fields[.replace], .replace) == Answer.yes
        try checkAllHaveEffect(fields)
    }

    private enum Answer: String, CaseIterable {
        case yes, no
    }

    /// Refuses fields without effect, because the requester would expect one.
    private func checkAllHaveEffect(_ fields: [Field: String]) throws(ExportError) {
        if fields[.preset] != nil, format != .csv {
            throw .presetWithoutCSV
        }
        if heads == .readable, ![.csv, .xlsx].contains(format) {
            throw .headsOfOtherTable
        }
        if company != nil, layout == nil || format != .csv {
            throw .onlyWith(field: Field.company.rawValue, option: layout == nil ? "layout" : "format csv")
        }
        if language != nil, heads != .readable {
            throw .onlyWith(field: Field.language.rawValue, option: "heads=readable")
        }
        if layout == nil { try checkReplaces(.contract(isRounded: false)) }
        let others: [Field] =
            switch subject {
            case .daily: []
            case .events: [.rounding, .layout]
            case .hours: [.rounding]
            }
        for field in others where fields[field] != nil && fields[field] != "none" {
            throw .dailyRowsOnly(field: field.rawValue)
        }
    }

    /// Refuses what has no effect on a file with this layout.
    func checkEffects(of layout: ExportLayout) throws(ExportError) {
        if layout.csv != nil, preset != .standard { throw .presetOfLayout }
        try checkReplaces(layout)
    }

    private func checkReplaces(_ layout: ExportLayout) throws(ExportError) {
        if replacesCharacters, format != .csv || layout.encoding(preset) != .cp932 {
            throw .onlyWith(field: Field.replace.rawValue, option: layout.csv == nil ? "preset=cp932" : "encoding cp932")
        }
    }

    private static func period(_ fields: [Field: String], longest: Int64?) throws(ExportError) -> ClosedRange<CivilDate> {
        func date(_ field: Field) throws(ExportError) -> CivilDate {
            guard let text = fields[field] else {
                throw .periodMissing
            }
            guard let date = CivilDate(text: text) else {
                throw .badDate(field: field.rawValue)
            }
            return date
        }
        let (from, to) = (try date(.from), try date(.to))
        guard from <= to else {
            throw .endsBeforeStart
        }
        let days = to.daysSince1970 - from.daysSince1970 + 1
        if let longest, days > longest {
            throw .periodTooLong(days: days, longest: longest)
        }
        return from...to
    }

    private static func rounding(_ text: String) throws(ExportError) -> Rounding {
        guard let rounding = Rounding(text: text) else {
            throw .badRounding(text)
        }
        return rounding
    }

    private static func choice<Value: RawRepresentable & CaseIterable>(
        _ text: String?, _ field: Field
    ) throws(ExportError) -> Value? where Value.RawValue == String {
        guard let text else { return nil }
        guard let value = Value(rawValue: text) else {
            throw .unknownChoice(text, field: field.rawValue, known: Value.allCases.map(\.rawValue))
        }
        return value
    }
}

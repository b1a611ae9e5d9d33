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
    /// - Throws: ``ExportError``.
    package init(
        _ subject: Subject, _ format: Format, _ fields: [Field: String], users: [String] = [], longest: Int64? = nil
    ) throws(ExportError) {
        let fields = fields.filter { !$0.value.isEmpty }
        self.subject = subject
        self.format = format
        period = try Self.period(fields, longest: longest)
        (office, team) = (fields[.office], fields[.team])
        self.users = Set(users.filter { !$0.isEmpty }).sorted()
        rounding = try Self.rounding(fields[.rounding] ?? "none")
        layout = fields[.layout]
        preset = try Self.choice(fields[.preset], .preset) ?? .standard
        asOf = try fields[.asOf].map { text throws(ExportError) in
            // A plus sign that nobody encoded is a blank by now.
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
        purpose = fields[.purpose].flatMap { $0.allSatisfy(\.isWhitespace) || $0.contains("\0") ? nil : $0 }
        try checkThatAllCounts(fields)
    }

    /// What is asked for must have an effect, or whoever asks would think that it had.
    private func checkThatAllCounts(_ fields: [Field: String]) throws(ExportError) {
        if fields[.preset] != nil, format != .csv {
            throw .presetWithoutCSV
        }
        guard subject == .events else { return }
        for field in [Field.rounding, .layout] where fields[field] != nil && fields[field] != "none" {
            throw .dailyRowsOnly(field: field.rawValue)
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

import Attendance
import AttendanceExport
import Localization
import WebServer

/// The form for exports on HR's page. It sends all its fields; ``ExportRequest/init(form:)`` reads them.
struct ExportForm: Sendable {
    struct Field: Sendable {
        let name, value: String
    }

    /// The period and the people of the page.
    let selection: [Field]
    let contents, formats, encodings, roundings: [Choice]
    /// The page of the layouts.
    let layoutsAddress: String

    /// The formats for HR. NDJSON is for programs that ask the API.
    static let formats = [ExportRequest.Format.xlsx, .csv, .json]

    /// - Parameters:
    ///   - export: has the period and the people.
    ///   - layouts: those that the requester can use.
    init(_ export: ExportRequest, _ layouts: [ExportLayouts.Choice]) {
        var fields: [(ExportRequest.Field, String?)] = [
            (.from, export.period.lowerBound.description), (.to, export.period.upperBound.description),
            (.office, export.office), (.team, export.team),
        ]
        fields += export.users.map { (.user, $0) }
        fields.append((.purpose, export.purpose))
        selection = fields.compactMap { field, value in value.map { Field(name: field.rawValue, value: $0) } }
        layoutsAddress = Address.asking(Address.layouts, [("office", export.office)])
        var contents = [Choice(value: ExportFormContent().text, name: localized("hr.content.days"), isChosen: true)]
        for layout in layouts {
            contents.append(
                Choice(value: ExportFormContent.layout(layout).text, name: Self.name(layout), isChosen: false))
        }
        let taps = ExportFormContent(subject: .events).text
        self.contents = contents + [Choice(value: taps, name: localized("hr.content.taps"), isChosen: false)]
        formats = Self.formats.map { format in
            Choice(value: format.rawValue, name: localized("hr.format.\(format.rawValue)"), isChosen: format == .xlsx)
        }
        encodings = CSVPreset.allCases.map { preset in
            Choice(value: preset.rawValue, name: localized("hr.encoding.\(preset.rawValue)"), isChosen: preset == .standard)
        }
        var roundings = [Choice(value: Rounding.none.text, name: localized("export.word.none"), isChosen: true)]
        for mode in Rounding.Mode.allCases where mode != .none {
            for minutes in Rounding.units {
                let name = localized("export.rounding.\(mode.rawValue)", count: minutes)
                roundings.append(Choice(value: "\(mode.rawValue)-\(minutes)", name: name, isChosen: false))
            }
        }
        self.roundings = roundings
    }

    private static func name(_ layout: ExportLayouts.Choice) -> String {
        if layout.author == nil { return localized("hr.layout.\(layout.name)") }
        return localized(layout.isMonthly ? "hr.savedLayout.month" : "hr.savedLayout.day", ["name": layout.name])
    }
}

/// The rows and columns of a file, as a value of the form: `daily`, `events`, `layout:NAME`, `csv:NAME` for a layout that only CSV can
/// have, or `file:NAME` for one that also says the encoding.
private struct ExportFormContent {
    var subject = ExportRequest.Subject.daily
    var layout: String?
    var kind = Kind.anyFormat

    enum Kind: String, CaseIterable {
        case anyFormat = "layout:"
        case csvOnly = "csv:"
        case withEncoding = "file:"
    }

    static func layout(_ choice: ExportLayouts.Choice) -> ExportFormContent {
        ExportFormContent(
            layout: choice.name, kind: choice.hasEncoding ? .withEncoding : choice.isCSVOnly ? .csvOnly : .anyFormat)
    }

    var text: String { layout.map { kind.rawValue + $0 } ?? subject.rawValue }
}

extension ExportFormContent {
    /// nil: the text is not of this form.
    init?(_ text: String) {
        if let subject = ExportRequest.Subject(rawValue: text) {
            self.init(subject: subject)
        } else if let kind = Kind.allCases.first(where: { text.hasPrefix($0.rawValue) }) {
            self.init(layout: String(text.dropFirst(kind.rawValue.count)), kind: kind)
        } else {
            return nil
        }
    }
}

extension ExportRequest {
    /// Reads the query of ``ExportForm``. Files for Excel have heads for people. A layout that only CSV can have is CSV, in any
    /// format. Fields that the chosen file does not have are left out.
    init(form query: String?) throws {
        let parameters = try QueryParameters(query, repeatable: [Field.user.rawValue])
        var values = parameters.all
        let (what, name) = (values.removeValue(forKey: "what"), values.removeValue(forKey: "format"))
        guard let content = ExportFormContent(what ?? Subject.daily.rawValue) else {
            throw ExportError.unknownChoice(what ?? "", field: "what", known: Subject.allCases.map(\.rawValue))
        }
        guard var format = Format(rawValue: name ?? Format.xlsx.rawValue) else {
            throw ExportError.unknownChoice(name ?? "", field: "format", known: Format.allCases.map(\.rawValue))
        }
        if content.kind != .anyFormat { format = .csv }
        var fields = try Self.fields(values, [.from, .to, .office, .team, .purpose, .preset, .rounding, .company])
        fields[.layout] = content.layout
        if format != .csv || content.kind == .withEncoding { fields[.preset] = nil }
        if content.kind != .csvOnly { fields[.company] = nil }
        if content.subject == .events { fields[.rounding] = nil }
        let isForExcel = format == .xlsx || fields[.preset].flatMap(CSVPreset.init(rawValue:))?.isForExcel == true
        if isForExcel, content.layout == nil { fields[.heads] = Heads.readable.rawValue }
        try self.init(
            content.subject, format, fields, users: parameters.values(of: Field.user.rawValue), longest: Self.longestPeriod)
    }
}

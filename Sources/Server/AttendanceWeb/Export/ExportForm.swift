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
    let company: String
    /// Whether a rounding is chosen.
    let isRounded: Bool
    /// The page of the layouts.
    let layoutsAddress: String

    /// The formats for HR. NDJSON is for programs that ask the API.
    static let formats = [ExportRequest.Format.xlsx, .csv, .json]

    /// - Parameters:
    ///   - export: has the period and the people.
    ///   - layouts: those that the requester can use.
    ///   - hasHours: whether targets and balances are offered.
    ///   - chosen: the values of the fields. Others have their usual ones.
    init(
        _ export: ExportRequest, _ layouts: [ExportLayouts.Choice], hasHours: Bool, chosen: [String: String] = [:]
    ) {
        var fields: [(ExportRequest.Field, String?)] = [
            (.from, export.period.lowerBound.description), (.to, export.period.upperBound.description),
            (.office, export.office), (.team, export.team),
        ]
        fields += export.users.map { (.user, $0) }
        fields.append((.purpose, export.purpose))
        selection = fields.compactMap { field, value in value.map { Field(name: field.rawValue, value: $0) } }
        layoutsAddress = Address.asking(Address.layouts, [("office", export.office)])
        func choice(_ field: String, _ value: String, _ name: String, isUsual: Bool = false) -> Choice {
            Choice(value: value, name: name, isChosen: chosen[field].map { $0 == value } ?? isUsual)
        }
        let hours = ExportFormContent(subject: .hours).text
        contents =
            [choice("what", ExportFormContent().text, localized("hr.content.days"), isUsual: true)]
            + (hasHours ? [choice("what", hours, localized("export.word.hours"))] : [])
            + layouts.map { choice("what", ExportFormContent.layout($0).text, Self.name($0)) }
            + [choice("what", ExportFormContent(subject: .events).text, localized("hr.content.taps"))]
        formats = Self.formats.map { format in
            choice("format", format.rawValue, localized("hr.format.\(format.rawValue)"), isUsual: format == .xlsx)
        }
        encodings = CSVPreset.allCases.map { preset in
            choice("preset", preset.rawValue, localized("hr.encoding.\(preset.rawValue)"), isUsual: preset == .standard)
        }
        var roundings = [choice("rounding", Rounding.none.text, localized("export.word.none"), isUsual: true)]
        for mode in Rounding.Mode.allCases where mode != .none {
            for minutes in Rounding.units {
                let name = localized("export.rounding.\(mode.rawValue)", count: minutes)
                roundings.append(choice("rounding", "\(mode.rawValue)-\(minutes)", name))
            }
        }
        self.roundings = roundings
        isRounded = roundings.first?.isChosen == false
        company = chosen["company"] ?? ""
    }

    private static func name(_ layout: ExportLayouts.Choice) -> String {
        if layout.author == nil { return localized("hr.layout.\(layout.name)") }
        return switch layout.unit {
        case .day: localized("hr.savedLayout.day", ["name": layout.name])
        case .month: localized("hr.savedLayout.month", ["name": layout.name])
        case .hours: localized("exportHours.savedLayout", ["name": layout.name])
        }
    }
}

/// The rows and columns of a file, as a value of the form: `daily`, `events`, `hours`, `included:NAME` for an included layout,
/// `layout:NAME` for one of the office, `csv:NAME` for a layout that only CSV can have, or `file:NAME` for one that also says the
/// encoding. `.hours` follows the name of a layout of targets and balances.
private struct ExportFormContent {
    var subject = ExportRequest.Subject.daily
    var layout: String?
    var kind = Kind.included

    enum Kind: String, CaseIterable {
        case included, layout, csv, file
    }

    static func layout(_ choice: ExportLayouts.Choice) -> ExportFormContent {
        let kind: Kind =
            if choice.hasEncoding { .file } else if choice.isCSVOnly { .csv } else if choice.author == nil { .included } else {
                .layout
            }
        return ExportFormContent(subject: choice.unit == .hours ? .hours : .daily, layout: choice.name, kind: kind)
    }

    /// No name of a layout has a point.
    private static let ofHours = ".hours"

    var text: String {
        layout.map { "\(kind.rawValue):\($0)" + (subject == .hours ? Self.ofHours : "") } ?? subject.rawValue
    }
    var isCSVOnly: Bool { [.csv, .file].contains(kind) }
    /// Whether the file is for people if it is for Excel. A layout of the office stays as it is.
    var isReadable: Bool { kind == .included }
}

extension ExportFormContent {
    /// nil: the text is not of this form.
    init?(_ text: String) {
        if let subject = ExportRequest.Subject(rawValue: text) {
            self.init(subject: subject)
        } else if let kind = Kind.allCases.first(where: { text.hasPrefix($0.rawValue + ":") }) {
            let name = text.dropFirst(kind.rawValue.count + 1)
            let isOfHours = name.hasSuffix(Self.ofHours)
            self.init(
                subject: isOfHours ? .hours : .daily, layout: String(name.dropLast(isOfHours ? Self.ofHours.count : 0)),
                kind: kind)
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
        values["preview"] = nil
        let (what, name) = (values.removeValue(forKey: "what"), values.removeValue(forKey: "format"))
        guard let content = ExportFormContent(what ?? Subject.daily.rawValue) else {
            throw ExportError.unknownChoice(what ?? "", field: "what", known: Subject.allCases.map(\.rawValue))
        }
        guard var format = Format(rawValue: name ?? Format.xlsx.rawValue) else {
            throw ExportError.unknownChoice(name ?? "", field: "format", known: Format.allCases.map(\.rawValue))
        }
        if content.isCSVOnly { format = .csv }
        var fields = try Self.fields(values, [.from, .to, .office, .team, .purpose, .preset, .rounding, .company])
        fields[.layout] = content.layout
        if format != .csv || content.kind == .file { fields[.preset] = nil }
        if content.kind != .csv { fields[.company] = nil }
        if content.subject != .daily { fields[.rounding] = nil }
        let isForExcel = format == .xlsx || fields[.preset].flatMap(CSVPreset.init(rawValue:))?.isForExcel == true
        if isForExcel, content.isReadable { fields[.heads] = Heads.readable.rawValue }
        try self.init(
            content.subject, format, fields, users: parameters.values(of: Field.user.rawValue), longest: Self.longestPeriod)
    }
}

import AttendanceExport
import AttendanceStore
import Localization

/// The form for an export layout.
struct LayoutPage: Page {
    static let template = "pages/Export/layout"

    struct Column: Sendable {
        let place: Int
        /// Counted from 1, for people.
        let number: Int
        let contents: [Choice]
        let heading, text: String
        let isFirst, isLast, isMoved: Bool
        /// What is wrong with the column; nil: nothing. Not named as that of the page, which templates find in its place.
        let fault: String?
        /// The fields that it concerns.
        let isContentWrong, isHeadingWrong, isTextWrong: Bool
    }

    let navigation: Navigation
    /// For ``FormToken``.
    let form: String
    let office: String
    let listAddress: String
    let oldName, shown, name: String
    let title: String
    let rows: [Choice]
    let columns: [Column]
    let encodings, separators, decimalSigns: [Choice]
    let hasHeader: Bool
    /// What concerns no field; nil: nothing.
    let problem: String?
    let nameProblem, columnsProblem, signProblem: String?
    /// The first lines of a file; nil if the columns or the CSV are wrong.
    let example: String?

    /// - Parameter hasHours: whether rows of targets and balances are offered.
    init(
        navigation: Navigation, _ form: LayoutForm, of office: Office, token: String, problem: String?,
        _ problems: LayoutForm.Problems, hasHours: Bool
    ) {
        self.navigation = navigation
        self.form = token
        self.office = office.name
        listAddress = Address.asking(Address.layouts, [("office", office.name)])
        (oldName, shown, name) = (form.oldName, form.shown, form.name)
        title = form.oldName.isEmpty ? localized("layout.new") : form.oldName
        let draft = form.draft
        let units: [ExportLayout.Unit] = [.day, .month] + (hasHours || draft.unit == .hours ? [.hours] : [])
        rows = units.map { unit in Choice(value: unit.rawValue, name: unit.name, isChosen: unit == draft.unit) }
        let contents = LayoutDraft.contents(of: draft.unit).map { (id: $0.id, name: $0.name) }
        columns = draft.columns.enumerated().map { place, column in
            let wrong = problems.draft.filter { $0.place?.column == place }
            let fields = wrong.compactMap { $0.place?.field }
            return Column(
                place: place, number: place + 1,
                contents: contents.map { Choice(value: $0.id, name: $0.name, isChosen: $0.id == column.content) },
                heading: column.heading, text: column.text, isFirst: place == 0, isLast: place == draft.columns.count - 1,
                isMoved: place == form.moved,
                fault: wrong.isEmpty ? nil : Set(wrong.map(\.sentence)).sorted().joined(separator: " "),
                isContentWrong: fields.contains(.content), isHeadingWrong: fields.contains(.heading),
                isTextWrong: fields.contains(.text))
        }
        let csv = draft.csv ?? LayoutCSV()
        encodings =
            CSVEncoding.allCases.map { encoding in
                Choice(value: encoding.rawValue, name: Self.name(encoding), isChosen: draft.csv?.encoding == encoding)
            } + [Choice(value: "", name: localized("layout.atExport"), isChosen: draft.csv == nil)]
        separators = LayoutCSV.Separator.allCases.map { separator in
            Choice(value: separator.rawValue, name: Self.name(separator), isChosen: csv.separator == separator)
        }
        decimalSigns = [
            Choice(value: "point", name: "8.25", isChosen: csv.decimalSign == .point),
            Choice(value: "comma", name: "8,25", isChosen: csv.decimalSign == .comma),
        ]
        hasHeader = csv.hasHeader
        nameProblem = problems.name
        columnsProblem = problems.draft.contains(.noColumns) ? LayoutDraft.Problem.noColumns.sentence : nil
        signProblem = problems.draft.contains(.ambiguousSigns) ? LayoutDraft.Problem.ambiguousSigns.sentence : nil
        // What is wrong with a field stands there.
        self.problem = problems.sentences.isEmpty ? problem : nil
        example = draft.example
    }

    private static func name(_ encoding: CSVEncoding) -> String {
        switch encoding {
        case .utf8: localized("hr.encoding.standard")
        case .utf8WithMark: localized("hr.encoding.excel")
        case .cp932: localized("hr.encoding.cp932")
        }
    }

    private static func name(_ separator: LayoutCSV.Separator) -> String {
        switch separator {
        case .comma: localized("layout.comma")
        case .semicolon: localized("layout.semicolon")
        case .tab: localized("layout.tab")
        }
    }
}

extension ExportLayout.Unit {
    /// What a row is.
    var name: String {
        switch self {
        case .day: localized("layout.perDay")
        case .month: localized("layout.perMonth")
        case .hours: localized("exportHours.perDay")
        }
    }
}

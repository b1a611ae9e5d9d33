import Attendance
import AttendanceExport
import AttendanceStore
import Localization
import WebServer

/// The form for an export layout, as typed. Its columns are `content-N`, `heading-N` and `text-N`, counted from 0.
struct LayoutForm: Sendable {
    /// A button that saves nothing: `add`, `up-N`, `down-N` or `remove-N` for the columns, or `show` for the example.
    enum Edit: Sendable, Equatable {
        case show, add, up(Int), down(Int), remove(Int)
    }

    /// What is wrong, for the fields.
    struct Problems: Sendable {
        /// The sentence about the name; nil if it can be used.
        var name: String?
        var draft: [LayoutDraft.Problem] = []

        var sentences: [String] { (name.map { [$0] } ?? []) + draft.map(\.sentence) }
    }

    /// In bytes: ``LayoutDraft/mostColumns`` with long headings and texts, whose characters have up to 12 bytes in a form.
    static let longestBody = 96 * 1024

    /// The name of the saved layout that the form changes; empty for a new one.
    let oldName: String
    /// When this layout was saved, in RFC 3339; empty for a new one.
    var shown: String
    let name: String
    private(set) var draft: LayoutDraft
    /// The button that was pressed; nil: save.
    let edit: Edit?
    /// The place of the column that was moved or added; nil: none.
    private(set) var moved: Int?

    /// - Parameter saved: the layout that the form changes; nil: a new one.
    init(_ draft: LayoutDraft, of saved: SavedLayout? = nil) {
        oldName = saved?.name ?? ""
        shown = saved?.shown ?? ""
        (name, self.draft, edit) = (oldName, draft, nil)
    }

    init(_ fields: BodyFields) {
        func line(_ name: String) -> String {
            fields[name].map { TypedText.line($0, upTo: ThingName.longest) ?? $0 } ?? ""
        }
        oldName = fields["old"] ?? ""
        shown = fields["shown"] ?? ""
        name = TypedText.trimmed(fields["name"] ?? "")
        let places = fields.values.keys.compactMap { key in key.hasPrefix("content-") ? Int(key.dropFirst(8)) : nil }.sorted()
        let encoding = fields["encoding"].flatMap(CSVEncoding.init(rawValue:))
        draft = LayoutDraft(
            fields["rows"].flatMap(ExportLayout.Unit.init(rawValue:)) ?? .day,
            columns: places.map { place in
                LayoutDraft.Column(
                    content: fields["content-\(place)"] ?? "", heading: line("heading-\(place)"), text: line("text-\(place)"))
            },
            csv: encoding.map { encoding in
                LayoutCSV(
                    encoding: encoding, separator: fields["separator"].flatMap(LayoutCSV.Separator.init(rawValue:)) ?? .comma,
                    decimalSign: fields["decimal"].flatMap(LayoutCSV.DecimalSign.init(rawValue:)) ?? .point,
                    hasHeader: fields.isSet("header"))
            })
        edit = fields["do"].flatMap(Edit.init)
    }

    /// Changes the columns as the button says. A place that does not exist changes nothing.
    mutating func perform(_ edit: Edit) {
        switch edit {
        case .show: break
        case .add:
            guard draft.columns.count < LayoutDraft.mostColumns else { return }
            let unused = LayoutDraft.contents(of: draft.unit).first { content in
                !draft.columns.contains { $0.content == content.id }
            }
            draft.columns.append(LayoutDraft.Column(content: unused?.id ?? LayoutDraft.Content.text))
            moved = draft.columns.count - 1
        case .up(let place): swap(place, with: place - 1)
        case .down(let place): swap(place, with: place + 1)
        case .remove(let place):
            guard draft.columns.indices.contains(place) else { return }
            draft.columns.remove(at: place)
        }
    }

    private mutating func swap(_ place: Int, with other: Int) {
        guard draft.columns.indices.contains(place), draft.columns.indices.contains(other) else { return }
        draft.columns.swapAt(place, other)
        moved = other
    }

    /// - Parameter taken: the names of the office's layouts and the included ones.
    func problems(taken: Set<String>) -> Problems {
        var problems = Problems(draft: draft.problems)
        if !SavedLayout.isName(name) {
            problems.name = localized("layout.badName")
        } else if name != oldName, taken.contains(name) {
            problems.name = localized("layout.nameTaken")
        }
        return problems
    }
}

extension SavedLayout {
    /// When it was saved, for the form.
    var shown: String { at.rfc3339(precision: .milliseconds) }
}

extension LayoutForm.Edit {
    /// nil: the text is not of this form.
    init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let place = parts.count == 2 ? Int(parts[1]).flatMap { (0..<1_000).contains($0) ? $0 : nil } : nil
        switch (parts[0], place) {
        case ("show", nil): self = .show
        case ("add", nil): self = .add
        case ("up", let place?): self = .up(place)
        case ("down", let place?): self = .down(place)
        case ("remove", let place?): self = .remove(place)
        default: return nil
        }
    }
}

extension LayoutDraft.Problem {
    enum Field { case content, heading, text }

    /// The place of the column, and its field; nil: it concerns no single one.
    var place: (column: Int, field: Field)? {
        switch self {
        case .noColumns, .tooManyColumns, .ambiguousSigns: nil
        case .unknownContent(let column), .notMonthly(let column): (column, .content)
        case .badHeading(let column), .unmappable(let column, isText: false): (column, .heading)
        case .badText(let column), .unmappable(let column, isText: true): (column, .text)
        }
    }

    var sentence: String {
        switch self {
        case .noColumns: localized("layout.noColumns")
        case .tooManyColumns: localized("layout.tooManyColumns", ["most": "\(LayoutDraft.mostColumns)"])
        case .ambiguousSigns: localized("layout.ambiguousSigns")
        case .unknownContent: localized("layout.unknownContent")
        case .notMonthly: localized("layout.notMonthly")
        case .badHeading: localized("layout.badHeading", ["most": "\(ThingName.longest)"])
        case .badText: localized("layout.badText", ["most": "\(ThingName.longest)"])
        case .unmappable: localized("layout.unmappable")
        }
    }
}

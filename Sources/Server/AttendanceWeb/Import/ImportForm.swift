import Attendance
import AttendanceStore
import Localization
import WebServer

/// The form that checks or imports a file.
struct ImportForm: Sendable {
    /// The value of the form: a kind, or ``names``.
    let choice: String
    let kind: ImportKind
    let isDryRun: Bool
    /// Whether people of a table who exist already are changed.
    let updatesPeople: Bool
    /// The name of the office that the people, teams or desks belong to; nil if the file names it.
    let office: String?
    let text: String
    /// Why attendance is added; nil: missing, or other data.
    let reason: String?
    /// How the server read the file with this text (``ImportRoutes/read(_:_:)``); nil for pasted text.
    let source: TextSource?

    /// The ``FormToken`` of an import's page; nil for a check.
    let token: String?

    /// A pasted list of names, see ``PastedNames``.
    static let names = "names"

    /// - Throws: ``WebError`` for an unknown kind.
    init(_ fields: QueryParameters) throws(WebError) {
        source = fields["read"].flatMap(TextSource.init)
        let sent = fields["csv"] ?? ""
        let typed = fields["kind"] ?? ""
        choice = typed == Self.names && Self.namesColumns(sent) ? ImportKind.people.rawValue : typed
        let isFile = source != nil
        text = choice == Self.names ? (isFile ? PastedNames(file: sent) : PastedNames(text: sent)).text : sent
        guard let kind = choice == Self.names ? .people : ImportKind(rawValue: choice) else {
            throw .badRequest(localized("import.badKind"), reason: .badKind)
        }
        self.kind = kind
        isDryRun = fields["do"] != "import"
        token = isDryRun ? nil : fields["form"]
        updatesPeople = choice == ImportKind.people.rawValue && fields["update"] == "yes"
        reason = kind == .attendance ? TypedText.sentences(fields["reason"] ?? "") : nil
        let chosen = (choice == Self.names ? fields["office_of_names"] : nil) ?? fields["office"]
        office = chosen.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the first line names the columns of a table of people: then the text is no list of names.
    private static func namesColumns(_ text: String) -> Bool {
        let line = text.prefix { !$0.isNewline }.lowercased()
        return ImportKind.people.columns.allSatisfy { line.contains($0) }
    }

    private var isNames: Bool { choice == Self.names }

    /// The most lines of attendance: they are recorded while taps wait.
    static let mostTaps = 5000

    /// Whether a list of names or a file of attendance has too many lines.
    var isTooLong: Bool {
        guard isNames || kind == .attendance else { return false }
        return text.utf8.count { $0 == UInt8(ascii: "\n") } > (isNames ? kind.maximumLines : Self.mostTaps)
    }

    /// The content of the file to import.
    var file: [UInt8] { Array((isNames ? PastedNames(text: text).csv : text).utf8) }

    /// The number of the file's line that names the columns: a list of names has none, so that its lines count from 1.
    var firstLine: Int { isNames ? 0 : 1 }
}

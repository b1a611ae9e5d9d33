import AttendanceStore
import Localization
import WebServer

/// The form that checks or imports a file.
struct ImportForm: Sendable {
    let kind: ImportKind
    let isDryRun: Bool
    /// The name of the office that the people, teams or desks belong to; nil if the file names it.
    let office: String?
    let text: String

    /// - Throws: ``WebError`` for an unknown kind.
    init(_ fields: QueryParameters) throws(WebError) {
        guard let kind = fields["kind"].flatMap(ImportKind.init), kind != .attendance else {
            throw .badRequest(localized("import.badKind"), reason: .badKind)
        }
        self.kind = kind
        isDryRun = fields["do"] != "import"
        office = fields["office"].flatMap { $0.isEmpty ? nil : $0 }
        text = fields["csv"] ?? ""
    }
}

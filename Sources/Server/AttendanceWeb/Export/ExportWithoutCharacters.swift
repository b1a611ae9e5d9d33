import Hummingbird
import WebServer

/// What a person can do when the encoding of the file lacks characters of an export.
struct ExportWithoutCharacters {
    /// The address of the same export with replaced characters; nil: it already says whether to replace.
    let again: String?
    /// The address of the same export in UTF-8, which has all characters; nil: the layout says the encoding.
    let inUTF8: String?
    /// HR's page with the period and the people of the export.
    let attendance: String

    init(_ request: Request) {
        let path = request.head.path
        again = path.flatMap { $0.contains("replace=") ? nil : $0 + "&replace=yes" }
        inUTF8 = path.flatMap { $0.contains("preset=cp932") ? $0.replacing("preset=cp932", with: "preset=excel") : nil }
        let fields = (request.uri.query ?? "").split(separator: "&").filter { field in
            ["from=", "to=", "office=", "team=", "user="].contains { field.hasPrefix($0) }
        }
        attendance = "\(Address.hr)?\(fields.joined(separator: "&"))#take"
    }
}

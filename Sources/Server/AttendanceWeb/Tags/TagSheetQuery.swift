import Hummingbird
import Localization
import WebServer

/// The query of a sheet of QR codes.
struct TagSheetQuery: Sendable {
    /// The office's name; nil or empty: the viewer's own office.
    let office: String?
    let floor: String?
    /// Desks and ranges of desks, as typed; empty: all desks of the floor.
    let desks: String
    /// The floor that the page showed as the desks were typed (``FloorChoice/key``); nil: an address without a page.
    let typedFor: String?
    /// Whether a desk has one code instead of one for each event.
    let hasOneCode: Bool
    /// The languages of the labels; by default the page's only.
    let languages: [Language]

    /// Asks for labels in all languages.
    static let allLanguages = "all"

    init(_ request: Request) throws {
        let parameters = try QueryParameters(request.uri.query, maximumLength: 2000)
        office = parameters["office"]
        floor = parameters["floor"]
        desks = parameters["desks"] ?? ""
        typedFor = parameters["of"]
        hasOneCode = parameters["codes"] != "three"
        let (wanted, own) = (parameters["labels"], Catalogue.current.language)
        languages =
            wanted == Self.allLanguages
            ? [own] + Language.allCases.filter { $0 != own } : [wanted.flatMap { Language(rawValue: $0) } ?? own]
    }
}

import WebServer

/// The position in a list with several pages.
struct ListPaging: Sendable {
    /// From 0.
    let page: Int64

    /// The number of rows on a page.
    static let rows: Int64 = 50

    /// The first page.
    init() { page = 0 }

    /// - Parameter parameters: a missing or invalid `page` means the first page.
    init(_ parameters: QueryParameters) { self.init(page: parameters["page"]) }

    /// - Parameter page: nil or an invalid text means the first page.
    init(page: String?) { self.page = page.flatMap { Int64($0) }.map { min(max($0, 0), 100_000) } ?? 0 }

    var after: Int64 { page * Self.rows }

    /// - Parameter fields: the search; empty values are left out.
    static func address(_ path: String, _ fields: [(String, String)], page: Int64) -> String {
        let said = (fields + [("page", page == 0 ? "" : "\(page)")]).filter { !$0.1.isEmpty }
        return said.isEmpty ? path : path + "?" + Address.query(said)
    }
}

import WebServer

/// An administrator's search for tags: words and page.
struct TagSearch: Sendable {
    /// The typed search text.
    let text: String
    /// From 0.
    let page: Int64

    /// The number of tags on a page.
    static let rows: Int64 = 200

    init(text: String) { (self.text, page) = (text, 0) }

    /// - Parameter parameters: of the page, or of a form on it. A missing or invalid `page` means the first page.
    init(_ parameters: QueryParameters) {
        text = parameters["q"] ?? ""
        page = ListPaging(parameters).page
    }

    /// Without colons, because a UID may be typed with them.
    var words: [String] { text.split(whereSeparator: \.isWhitespace).map { String($0.replacing(":", with: "")) } }

    /// `path` with this search, by default on the same page.
    func address(_ path: String = Address.tags, page: Int64? = nil) -> String {
        ListPaging.address(path, [("q", text)], page: page ?? self.page)
    }
}

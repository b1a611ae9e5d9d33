import WebServer

/// Which tags the administrator looks at: those with certain words, and which page of them.
struct TagSearch: Sendable {
    /// As it was typed.
    let text: String
    /// From 0.
    let page: Int64

    /// Tags on a page.
    static let rows: Int64 = 200

    init(text: String) { (self.text, page) = (text, 0) }

    /// - Parameter parameters: of the page, or of a form on it. What is no number of a page is the first.
    init(_ parameters: QueryParameters) {
        text = parameters["q"] ?? ""
        page = AdminPaging(parameters).page
    }

    /// A UID may be typed with colons.
    var words: [String] { text.split(whereSeparator: \.isWhitespace).map { String($0.replacing(":", with: "")) } }

    /// An address that leads back to what is looked at.
    func address(_ path: String = Address.tags, page: Int64? = nil) -> String {
        AdminPaging.address(path, [("q", text)], page: page ?? self.page)
    }
}

/// Which tags the administrator looks at: those with certain words, and which page of them.
struct TagSearch: Sendable {
    /// As it was typed.
    let text: String
    /// From 0.
    let page: Int64

    /// Tags on a page.
    static let rows: Int64 = 200
    /// Pages that anybody turns.
    private static let pages: Int64 = 100_000

    /// - Parameter parameters: of the page, or of a form on it. What is no number of a page is the first.
    init(_ parameters: QueryParameters) {
        text = parameters["q"] ?? ""
        page = parameters["page"].flatMap { Int64($0) }.map { min(max($0, 0), Self.pages) } ?? 0
    }

    /// A UID may be typed with colons.
    var words: [String] { text.split(whereSeparator: \.isWhitespace).map { String($0.replacing(":", with: "")) } }

    /// An address that leads back to what is looked at.
    func address(_ path: String = Address.tags, page: Int64? = nil) -> String {
        let page = page ?? self.page
        let parts = [
            text.isEmpty ? nil : "q=" + Address.percentEncoded(text), page == 0 ? nil : "page=\(page)",
        ].compactMap(\.self)
        return parts.isEmpty ? path : path + "?" + parts.joined(separator: "&")
    }
}

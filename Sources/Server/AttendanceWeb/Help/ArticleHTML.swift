import Attendance

/// Writes the elements of an article as HTML, with all texts escaped.
struct ArticleHTML {
    /// What an address leads to, and the name for a link without a text of its own; nil: the link is only text.
    private let target: (String) -> Link?
    /// The last heading. It names the tables below it.
    private var heading: String
    private var ids: Set<String> = []
    private var sections: [Link] = []
    private var html = ""

    /// - Parameters:
    ///   - title: names the tables above the first heading.
    ///   - target: what an address in the article leads to.
    /// - Returns: the article, and links to its headings, in their order, by their fragments.
    static func of(
        _ elements: [MarkdownElement], title: String, target: @escaping (String) -> Link?
    ) -> (html: SafeHTML, sections: [Link]) {
        var article = ArticleHTML(target: target, heading: title)
        article.write(elements)
        return (SafeHTML(text: article.html), article.sections)
    }

    private init(target: @escaping (String) -> Link?, heading: String) {
        (self.target, self.heading) = (target, heading)
    }

    /// The id of a heading, and the fragment of the links to it.
    static func id(_ heading: some StringProtocol) -> String { heading.searchTerms.joined(separator: "-") }

    private mutating func write(_ elements: some Sequence<MarkdownElement>) {
        for element in elements { write(element) }
    }

    private mutating func write(_ element: MarkdownElement) {
        switch element.kind {
        case .text(let text): html += Escapes.html.escape(text)
        case .code(let code): html += "<code>\(Escapes.html.escape(code))</code>"
        // Wide code scrolls, also by keys.
        case .codeBlock(let code): html += "<pre tabindex=\"0\"><code>\(Escapes.html.escape(code))</code></pre>\n"
        case .softBreak: html += "\n"
        case .lineBreak: html += "<br>\n"
        case .rule: html += "<hr>\n"
        case .emphasis: write(element, as: "em")
        case .strong: write(element, as: "strong")
        case .paragraph: write(element, as: "p", end: "\n")
        case .quote: write(element, as: "div", " class=\"aside\" role=\"note\"", end: "\n")
        case .heading(let level):
            heading = element.text
            var id = Self.id(heading)
            while !ids.insert(id).inserted { id += "-2" }
            sections.append(Link(name: heading, address: "#" + id))
            write(element, as: "h\(level)", " id=\"\(Escapes.html.escape(id))\"", end: "\n")
        case .list(let first, let isTight): write(list: element, first, isTight)
        case .table: write(table: element)
        case .link(let address): write(link: element, address)
        case .group, .item, .tableHead, .tableRow, .tableCell: write(element.children)
        }
    }

    private mutating func write(_ element: MarkdownElement, as tag: String, _ attributes: String = "", end: String = "") {
        html += "<\(tag)\(attributes)>"
        write(element.children)
        html += "</\(tag)>\(end)"
    }

    private mutating func write(list: MarkdownElement, _ first: Int?, _ isTight: Bool) {
        let tag = first == nil ? "ul" : "ol"
        html += "<\(tag)\(first.map { $0 == 1 ? "" : " start=\"\($0)\"" } ?? "")>\n"
        for item in list.children {
            html += "<li>"
            for child in item.children {
                if isTight, child.kind == .paragraph { write(child.children) } else { write(child) }
            }
            html += "</li>\n"
        }
        html += "</\(tag)>\n"
    }

    private mutating func write(table: MarkdownElement) {
        html += "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"\(Escapes.html.escape(heading))\"><table>\n"
        for row in table.children {
            html += "<tr>"
            for cell in row.children {
                if row.kind == .tableHead { write(cell, as: "th", " scope=\"col\"") } else { write(cell, as: "td") }
            }
            html += "</tr>\n"
        }
        html += "</table></div>\n"
    }

    private mutating func write(link: MarkdownElement, _ address: String) {
        let target = target(address)
        let isExternal = target?.address.hasPrefix("http") == true
        if let target {
            html += "<a href=\"\(Escapes.html.escape(target.address))\"\(isExternal ? " rel=\"external\"" : "")>"
        }
        // A link in angle brackets has its address as the text.
        if let target, link.text == address {
            html += Escapes.html.escape(target.name)
        } else {
            write(link.children)
        }
        if target != nil { html += "</a>" }
    }
}

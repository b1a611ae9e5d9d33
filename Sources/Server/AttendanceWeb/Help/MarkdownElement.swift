import CCMarkGFM

/// An element of a CommonMark text with the tables of GitHub Flavored Markdown. HTML in the text is text, too.
struct MarkdownElement: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// Elements without a markup of their own: the whole text, the content of a picture.
        case group
        case paragraph, quote, item, rule, emphasis, strong, softBreak, lineBreak
        case heading(level: Int)
        /// A list whose items are single lines is tight. Its first number is nil if it has none.
        case list(first: Int?, isTight: Bool)
        case table, tableHead, tableRow, tableCell
        case text(String), code(String), codeBlock(String)
        case link(address: String)
    }

    let kind: Kind
    let children: [MarkdownElement]

    /// Once for the process, because the library's list of extensions has no lock.
    private static let registration: Void = cmark_gfm_core_extensions_ensure_registered()

    init(parsing text: String) {
        Self.registration
        let parser = cmark_parser_new(CMARK_OPT_DEFAULT)
        defer { cmark_parser_free(parser) }
        cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"))
        cmark_parser_feed(parser, text, text.utf8.count)
        let document = cmark_parser_finish(parser)
        defer { cmark_node_free(document) }
        self = document.map(Self.init) ?? MarkdownElement(.group)
    }

    private init(_ kind: Kind, _ children: [MarkdownElement] = []) {
        (self.kind, self.children) = (kind, children)
    }

    private init(_ node: OpaquePointer) {
        var children: [MarkdownElement] = []
        var next = cmark_node_first_child(node)
        while let child = next {
            children.append(MarkdownElement(child))
            next = cmark_node_next(child)
        }
        let type = cmark_node_get_type_string(node).map { String(cString: $0) }
        let literal = cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
        switch type {
        case "paragraph": self.init(.paragraph, children)
        case "block_quote": self.init(.quote, children)
        case "item": self.init(.item, children)
        case "thematic_break": self.init(.rule)
        case "emph": self.init(.emphasis, children)
        case "strong": self.init(.strong, children)
        case "softbreak": self.init(.softBreak)
        case "linebreak": self.init(.lineBreak)
        case "heading": self.init(.heading(level: Int(cmark_node_get_heading_level(node))), children)
        case "list":
            let isNumbered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
            self.init(
                .list(
                    first: isNumbered ? Int(cmark_node_get_list_start(node)) : nil,
                    isTight: cmark_node_get_list_tight(node) != 0), children)
        case "table": self.init(.table, children)
        case "table_header": self.init(.tableHead, children)
        case "table_row": self.init(.tableRow, children)
        case "table_cell": self.init(.tableCell, children)
        case "text", "html_inline": self.init(.text(literal))
        case "html_block": self.init(.paragraph, [MarkdownElement(.text(literal))])
        case "code": self.init(.code(literal))
        case "code_block": self.init(.codeBlock(literal))
        case "link":
            self.init(.link(address: cmark_node_get_url(node).map { String(cString: $0) } ?? ""), children)
        default: self.init(.group, children)
        }
    }

    /// The text without markup.
    var text: String {
        switch kind {
        case .text(let text), .code(let text), .codeBlock(let text): text
        case .softBreak, .lineBreak: " "
        case .quote, .item, .list, .table, .tableHead, .tableRow: children.map(\.text).joined(separator: " ")
        default: children.map(\.text).joined()
        }
    }

    /// The addresses of all links.
    var addresses: [String] {
        if case .link(let address) = kind { return [address] }
        return children.flatMap(\.addresses)
    }
}

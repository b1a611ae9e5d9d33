import FoundationEssentials

/// The manual under `/help`, made of DocC articles when the server starts.
package struct Manual: Sendable {
    struct Article: Sendable {
        let link: Link
        let html: SafeHTML
        /// Its headings, in their order, with the addresses of their places.
        let sections: [Link]
        /// The words of the title and the text, in lower case, each once.
        let words: [String]
    }

    /// A part of the contents.
    struct Group: Sendable {
        let title: String
        /// The address of the article with this title; nil: there is none.
        let address: String?
        var links: [Link] = []
    }

    let groups: [Group]
    /// What the contents explain below the groups.
    let overview: SafeHTML
    let articles: [Article]

    /// A folder of articles. DocC demands the name of a module as the title of its main article.
    private struct Module: Sendable {
        let folder, main, title: String
    }

    private static let modules = [
        Module(folder: "desktap.docc", main: "desktap", title: "DeskTap"),
        Module(folder: "desktap-reader.docc", main: "Reader", title: "desktap-reader"),
        Module(folder: "Attendance.docc", main: "Attendance", title: "Attendance rules"),
        Module(folder: "Hours.docc", main: "Hours", title: "Rules of hours"),
    ]

    /// - Parameter folder: the folder `web/manual`.
    /// - Throws: ``MissingManual``.
    package init(folder: String) throws(MissingManual) {
        var sources: [Source] = []
        for module in Self.modules {
            guard let files = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(module.folder)"),
                files.contains("\(module.main).md")
            else { throw MissingManual(folder: folder) }
            for name in files.filter({ $0.hasSuffix(".md") }).map({ String($0.dropLast(3)) }).sorted() {
                guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(module.folder)/\(name).md") else {
                    throw MissingManual(folder: folder)
                }
                sources.append(
                    Source(
                        name: name, folder: module.folder, mainTitle: name == module.main ? module.title : nil,
                        text: String(decoding: bytes, as: UTF8.self)))
            }
        }
        let targets = Dictionary(sources.flatMap { source in source.keys.map { ($0, source.link) } }) { first, _ in first }
        let target = { (address: String) in Self.target(address, targets) }
        groups = sources.flatMap { $0.groups(target) }
        overview =
            sources.first { $0.isContents }.map {
                ArticleHTML.of(Array($0.body.dropFirst()), title: $0.title, target: target).html
            } ?? SafeHTML(text: "")
        articles = sources.filter { !$0.isContents }.map { source in
            let (html, sections) = ArticleHTML.of(source.body, title: source.title, target: target)
            return Article(
                link: source.link, html: html,
                sections: sections.map { Link(name: $0.name, address: source.link.address + $0.address) },
                words: Array(Set(([source.title] + source.body.map(\.text)).joined(separator: " ").searchTerms)))
        }
    }

    /// - Parameter name: the last part of its address.
    subscript(name: String) -> Article? { articles.first { $0.link.address == Address.article(name) } }

    /// - Parameters:
    ///   - address: `doc:Name`, a path to a file of an article, a heading of the same article, or an address on the web.
    ///   - targets: the articles by ``Source/keys``.
    private static func target(_ address: String, _ targets: [String: Link]) -> Link? {
        if address.hasPrefix("https://") || address.hasPrefix("http://") { return Link(name: address, address: address) }
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? "#" + ArticleHTML.id(parts[1]) : ""
        if parts[0].isEmpty { return fragment.isEmpty ? nil : Link(name: address, address: fragment) }
        let key = parts[0].split(separator: "/").suffix(2).joined(separator: "/")
        return targets[key].map { Link(name: $0.name, address: $0.address + fragment) }
    }

    /// The file of an article.
    private struct Source {
        let name, folder, title: String
        /// Whether it is the main article of its module.
        let isMain: Bool
        /// The elements below the title, without directives and the list of topics.
        let body: [MarkdownElement]
        private let topics: [MarkdownElement]

        init(name: String, folder: String, mainTitle: String?, text: String) {
            let elements = MarkdownElement(parsing: text).children.filter { $0.kind != .paragraph || !$0.text.hasPrefix("@") }
            let content = elements.dropFirst()
            let end = content.firstIndex { $0.kind == .heading(level: 2) && $0.text == "Topics" } ?? content.endIndex
            (self.name, self.folder, isMain) = (name, folder, mainTitle != nil)
            title = mainTitle ?? elements.first?.text ?? name
            (body, topics) = (Array(content[..<end]), Array(content[end...].dropFirst()))
        }

        /// Whether it lists the articles of the manual.
        var isContents: Bool { isMain && folder == modules[0].folder }
        var link: Link { Link(name: title, address: isContents ? Address.help : Address.article(name.lowercased())) }
        /// The addresses that lead to it from other articles, without the folders above its own.
        var keys: [String] { ["doc:\(name)", "\(folder)/\(name).md"] }

        /// The groups of its topics that have links. The article itself heads the first one.
        func groups(_ target: (String) -> Link?) -> [Group] {
            guard isMain else { return [] }
            var groups = [Group(title: title, address: isContents ? nil : link.address)]
            for element in topics {
                if case .heading = element.kind {
                    groups.append(Group(title: element.text, address: nil))
                } else {
                    groups[groups.count - 1].links += element.addresses.compactMap(target)
                }
            }
            return groups.filter { $0.address != nil || !$0.links.isEmpty }
        }
    }
}

package struct MissingManual: Error, CustomStringConvertible {
    let folder: String

    package var description: String {
        "The folder \(folder) does not contain the manual. Set its parent folder with --resources."
    }
}

import FoundationEssentials

/// What the interface says in one language: a text for each key. `{name}` in a text stands for a value.
package struct Catalogue: Sendable {
    /// A text, taken apart at its placeholders.
    struct Text: Sendable, Equatable {
        enum Piece: Sendable, Equatable {
            case words(String)
            case value(String)
        }

        let pieces: [Piece]

        /// - Throws: ``WordsError`` for a brace that opens or ends no placeholder.
        init(_ text: String, of key: String, in file: String) throws(WordsError) {
            var pieces: [Piece] = []
            var rest = text[...]
            while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
                guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}"),
                    case let name = rest[rest.index(after: brace)..<end], !name.isEmpty, name.allSatisfy(\.isLetter)
                else { throw .badPlaceholder(key: key, file: file) }
                if rest.startIndex < brace { pieces.append(.words(String(rest[..<brace]))) }
                pieces.append(.value(String(name)))
                rest = rest[rest.index(after: end)...]
            }
            if !rest.isEmpty { pieces.append(.words(String(rest))) }
            self.pieces = pieces
        }

        var placeholders: Set<String> {
            Set(pieces.compactMap { if case .value(let name) = $0 { name } else { nil } })
        }
    }

    package let language: Language
    let texts: [String: Text]

    /// The ends of all keys that begin with `prefix`, in no order.
    package func keys(after prefix: String) -> [String] {
        texts.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// - Parameter file: a JSON object of texts.
    init(_ language: Language, file: String) throws(WordsError) {
        self.language = language
        let entries: [String: String]
        do {
            entries = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: URL(filePath: file)))
        } catch {
            throw .unreadable(file: file, "\(error)")
        }
        var texts: [String: Text] = [:]
        for (key, text) in entries { texts[key] = try Text(text, of: key, in: file) }
        self.texts = texts
    }

    private init(wordlessIn language: Language) {
        self.language = language
        texts = [:]
    }

    /// The one that the request under way is answered from. It is bound once, by ``LanguageMiddleware``, and what runs outside of
    /// a request has no words: it says the keys.
    @TaskLocal package static var current = Catalogue(wordlessIn: .en)

    /// - Parameter values: what stands for the placeholders.
    package func text(_ key: String, _ values: [String: String] = [:]) -> String {
        guard let text = texts[key] else { return key }
        return text.pieces.map { piece in
            switch piece {
            case .words(let words): words
            case .value(let name): values[name] ?? "{\(name)}"
            }
        }.joined()
    }

    /// The text for a page: as HTML, with a tag of the template for each placeholder.
    func markup(_ key: String) -> String? {
        texts[key]?.pieces.map { piece in
            switch piece {
            case .words(let words): Self.escaped(words)
            case .value(let name): "{{\(name)}}"
            }
        }.joined()
    }

    /// Safe as text and in quoted attributes.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}

/// What the interface says under a key, in the language of the request under way.
/// - Parameter values: what stands for the text's placeholders.
package func localized(_ key: String, _ values: [String: String] = [:]) -> String { Catalogue.current.text(key, values) }

extension [String] {
    /// Its elements one after the other, each two put together by a text with `{first}` and `{second}`.
    package func localizedList(_ key: String) -> String {
        dropFirst().reduce(first ?? "") { localized(key, ["first": $0, "second": $1]) }
    }
}

import Attendance
import FoundationEssentials

/// The texts of the interface in one language, by key. `{name}` in a text is a placeholder.
package struct Catalogue: Sendable {
    /// A text, split at its placeholders.
    struct Text: Sendable, Equatable {
        enum Piece: Sendable, Equatable {
            case words(String)
            case value(String)
        }

        let pieces: [Piece]

        /// - Throws: ``WordsError`` if a brace is not part of a placeholder.
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

    /// The parts of all keys after `prefix`, unordered.
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

    private init(emptyIn language: Language) {
        self.language = language
        texts = [:]
    }

    /// The catalogue of the current request, bound by `RequestLanguage`. Outside a request it is empty and returns the keys.
    @TaskLocal package static var current = Catalogue(emptyIn: .en)

    /// The text for a key, or the key itself if there is no text.
    /// - Parameter values: replace the placeholders.
    package func text(_ key: String, _ values: [String: String] = [:]) -> String {
        guard let text = texts[key] else { return key }
        if case .words(let words)? = text.pieces.first, text.pieces.count == 1 { return words }
        return text.pieces.map { piece in
            switch piece {
            case .words(let words): words
            case .value(let name): values[name] ?? "{\(name)}"
            }
        }.joined()
    }

    /// The text as HTML for a template, with a template tag for each placeholder.
    func markup(_ key: String) -> String? {
        texts[key]?.pieces.map { piece in
            switch piece {
            case .words(let words): Escapes.xml.escape(words)
            case .value(let name): "{{\(name)}}"
            }
        }.joined()
    }
}

/// The text for a key in the language of the current request.
/// - Parameter values: replace the placeholders.
package func localized(_ key: String, _ values: [String: String] = [:]) -> String { Catalogue.current.text(key, values) }

extension [String] {
    /// The elements as one text, joined by a text with the placeholders `{first}` and `{second}`.
    /// - Parameter last: joins the last element, such as "{first} and {second}"; nil: as the others.
    package func localizedList(_ key: String, last: String? = nil) -> String {
        indices.dropFirst().reduce(first ?? "") { text, index in
            localized(index == endIndex - 1 ? last ?? key : key, ["first": text, "second": self[index]])
        }
    }
}

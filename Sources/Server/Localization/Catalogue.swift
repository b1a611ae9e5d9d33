import Attendance
import FoundationEssentials

/// The texts of the interface in one language, by key. `{name}` in a text is a placeholder.
package struct Catalogue: Sendable {
    /// A text, split at its placeholders, or its singular and plural.
    struct Text: Sendable {
        enum Piece: Sendable {
            case words(String)
            case value(String)
        }

        /// The name of its file, such as `Tags.json`.
        let file: String
        /// For the number 1; nil: as others.
        let one: [Piece]?
        let other: [Piece]

        /// - Throws: ``WordsError`` if a brace is not part of a placeholder.
        init(_ text: UnfilledText, of key: String, in path: String) throws(WordsError) {
            file = URL(filePath: path).lastPathComponent
            one = if let one = text.one { try Self.pieces(one, of: key, in: path) } else { nil }
            other = try Self.pieces(text.other, of: key, in: path)
        }

        private static func pieces(_ text: String, of key: String, in path: String) throws(WordsError) -> [Piece] {
            var pieces: [Piece] = []
            var rest = text[...]
            while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
                guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}"),
                    case let name = rest[rest.index(after: brace)..<end], !name.isEmpty, name.allSatisfy(\.isLetter)
                else { throw .badPlaceholder(key: key, file: path) }
                if rest.startIndex < brace { pieces.append(.words(String(rest[..<brace]))) }
                pieces.append(.value(String(name)))
                rest = rest[rest.index(after: end)...]
            }
            if !rest.isEmpty { pieces.append(.words(String(rest))) }
            return pieces
        }

        var placeholders: Set<String> {
            Set((other + (one ?? [])).compactMap { if case .value(let name) = $0 { name } else { nil } })
        }
    }

    package let language: Language
    let texts: [String: Text]

    /// The parts of all keys after `prefix`, unordered.
    package func keys(after prefix: String) -> [String] {
        texts.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// - Parameter folder: has JSON objects of texts, a file for each room.
    package init(_ language: Language, folder: String) throws(WordsError) {
        self.language = language
        var texts: [String: Text] = [:]
        for file in try Self.files(in: folder) {
            let path = "\(folder)/\(file)"
            let read: [String: UnfilledText]
            do {
                read = try JSONDecoder().decode([String: UnfilledText].self, from: Data(contentsOf: URL(filePath: path)))
            } catch {
                throw .unreadable(file: path, "\(error)")
            }
            for (key, text) in read {
                if let other = texts[key] { throw .repeated(key: key, file: path, other: other.file) }
                texts[key] = try Text(text, of: key, in: path)
            }
        }
        self.texts = texts
    }

    private static func files(in folder: String) throws(WordsError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
        } catch {
            throw .unreadable(file: folder, "\(error)")
        }
    }

    private init(emptyIn language: Language) {
        self.language = language
        texts = [:]
    }

    /// The catalogue of the current request, bound by `RequestLanguage`. Outside a request it is empty and returns the keys.
    @TaskLocal package static var current = Catalogue(emptyIn: .en)

    /// The text for a key, or the key itself if there is no text.
    /// - Parameter values: replace the placeholders. `count` chooses between singular and plural.
    package func text(_ key: String, _ values: [String: String] = [:]) -> String {
        guard let text = texts[key] else { return key }
        let pieces = values["count"] == "1" ? text.one ?? text.other : text.other
        if case .words(let words)? = pieces.first, pieces.count == 1 { return words }
        return Self.joined(pieces) { values[$0] ?? "{\($0)}" }
    }

    /// The text as HTML for a template, with a template tag for each placeholder; nil if there is none, or one with a singular,
    /// because a template cannot choose.
    func markup(_ key: String) -> String? {
        guard let text = texts[key], text.one == nil else { return nil }
        return Self.joined(text.other, Escapes.xml.escape) { "{{\($0)}}" }
    }

    /// The text for a key with its placeholders, for a script.
    package func unfilled(_ key: String) -> UnfilledText {
        func text(_ pieces: [Text.Piece]) -> String { Self.joined(pieces) { "{\($0)}" } }
        return UnfilledText(one: texts[key]?.one.map(text), other: texts[key].map { text($0.other) } ?? key)
    }

    private static func joined(
        _ pieces: [Text.Piece], _ written: (String) -> String = { $0 }, value: (String) -> String
    ) -> String {
        pieces.map { piece in
            switch piece {
            case .words(let words): written(words)
            case .value(let name): value(name)
            }
        }.joined()
    }
}

/// A text with its placeholders, as files have it and scripts get it: a string in JSON, or its forms, such as
/// `{"one": "1 day", "other": "{count} days"}`. `fill` in `text.js` does what ``Catalogue/text(_:_:)`` does.
package struct UnfilledText: Sendable, Codable {
    let one: String?
    let other: String

    init(one: String? = nil, other: String) { (self.one, self.other) = (one, other) }

    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self.init(other: text)
            return
        }
        let forms = try [String: String](from: decoder)
        guard let other = forms["other"], forms.keys.allSatisfy(["one", "other"].contains) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "The forms are “one” and “other”."))
        }
        self.init(one: forms["one"], other: other)
    }

    package func encode(to encoder: any Encoder) throws {
        guard let one else { return try other.encode(to: encoder) }
        try ["one": one, "other": other].encode(to: encoder)
    }
}

/// The text for a key in the language of the current request.
/// - Parameter values: replace the placeholders.
package func localized(_ key: String, _ values: [String: String] = [:]) -> String { Catalogue.current.text(key, values) }

/// The singular or plural for a key in the language of the current request.
/// - Parameter count: chooses the form and replaces `{count}`.
package func localized(_ key: String, count: some BinaryInteger, _ values: [String: String] = [:]) -> String {
    localized(key, values.merging(["count": "\(count)"]) { $1 })
}

/// The text for a key in the language of the current request, for a script.
package func unfilled(_ key: String) -> UnfilledText { Catalogue.current.unfilled(key) }

extension [String] {
    /// The elements as one text, joined by a text with the placeholders `{first}` and `{second}`.
    /// - Parameter last: joins the last element, such as "{first} and {second}"; nil: as the others.
    package func localizedList(_ key: String, last: String? = nil) -> String {
        indices.dropFirst().reduce(first ?? "") { text, index in
            localized(index == endIndex - 1 ? last ?? key : key, ["first": text, "second": self[index]])
        }
    }
}

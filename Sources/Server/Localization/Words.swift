/// The catalogues of all languages, with the same keys.
package struct Words: Sendable {
    /// The language for browsers that accept no supported language.
    package let fallback: Language
    private let english: Catalogue
    private let others: [Language: Catalogue]

    /// Reads the folders `en`, `ja` and so on.
    /// - Parameter folder: the folder `web/words`.
    /// - Throws: ``WordsError`` if the keys or placeholders of two languages differ.
    package init(folder: String, fallback: Language = .en) throws(WordsError) {
        self.fallback = fallback
        let english = try Catalogue(.en, folder: "\(folder)/en")
        var others: [Language: Catalogue] = [:]
        for language in Language.allCases where language != .en {
            let folder = "\(folder)/\(language.rawValue)"
            let catalogue = try Catalogue(language, folder: folder)
            for (key, text) in english.texts.sorted(by: { $0.key < $1.key }) {
                let file = "\(folder)/\(text.file)"
                guard let other = catalogue.texts[key], other.file == text.file else { throw .missing(key: key, file: file) }
                guard other.placeholders == text.placeholders else {
                    throw .otherPlaceholders(key: key, file: file, wanted: text.placeholders.sorted())
                }
            }
            if let (key, text) = catalogue.texts.filter({ english.texts[$0.key] == nil }).min(by: { $0.key < $1.key }) {
                throw .unknown(key: key, file: "\(folder)/\(text.file)")
            }
            others[language] = catalogue
        }
        (self.english, self.others) = (english, others)
    }

    package subscript(language: Language) -> Catalogue { others[language] ?? english }

    /// Replaces the marks of a template, such as `[[error.home]]`, with texts.
    /// - Throws: ``WordsError/unknown(key:file:)``.
    package func filled(_ template: String, in language: Language, file: String) throws(WordsError) -> String {
        var result = ""
        var rest = template[...]
        while let mark = rest.firstRange(of: "[["), let end = rest[mark.upperBound...].firstRange(of: "]]") {
            let key = String(rest[mark.upperBound..<end.lowerBound])
            guard let text = self[language].markup(key) else { throw .unknown(key: key, file: file) }
            result += rest[..<mark.lowerBound] + text
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}

/// A problem of the catalogues. The server does not start with one.
package enum WordsError: Error, Equatable, CustomStringConvertible {
    case unreadable(file: String, String)
    case repeated(key: String, file: String, other: String)
    case missing(key: String, file: String)
    case unknown(key: String, file: String)
    case badPlaceholder(key: String, file: String)
    case otherPlaceholders(key: String, file: String, wanted: [String])

    package var description: String {
        switch self {
        case .unreadable(let file, let why): "\(file) is not a JSON object of texts: \(why)"
        case .repeated(let key, let file, let other): "\(file) has a text for '\(key)', which \(other) has, too."
        case .missing(let key, let file): "\(file) has no text for '\(key)', which the English file has."
        case .unknown(let key, let file): "\(file) names '\(key)': there is no English text of this name, or it has forms."
        case .badPlaceholder(let key, let file): "In \(file), the text for '\(key)' has a brace outside a placeholder {name}."
        case .otherPlaceholders(let key, let file, let wanted):
            "In \(file), the text for '\(key)' has other placeholders than the English one: "
                + (wanted.isEmpty ? "none" : wanted.map { "{\($0)}" }.joined(separator: ", ")) + "."
        }
    }
}

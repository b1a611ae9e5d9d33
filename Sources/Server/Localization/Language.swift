/// A language of the interface. Its texts are in `web/words/`, a folder for each language.
package enum Language: String, Sendable, CaseIterable {
    case en
    case ja

    /// The language's name in the language.
    package var nativeName: String {
        switch self {
        case .en: "English"
        case .ja: "日本語"
        }
    }

    /// The preferred language of an `Accept-Language` field (RFC 9110, 12.5.4): the supported language with the highest
    /// quality, the earlier one of equals. A range such as `ja-JP` matches its language (RFC 4647, 3.4). `*` matches none.
    /// - Returns: nil if the field accepts no supported language.
    package init?(accepted header: String) {
        var best: (language: Language, quality: Int)?
        for range in header.split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.trimmed }
            guard let tag = parts.first?.split(separator: "-").first, let language = Language(rawValue: tag.lowercased()),
                let quality = Self.quality(parts.dropFirst()), quality > best?.quality ?? 0
            else { continue }
            best = (language, quality)
        }
        guard let best else { return nil }
        self = best.language
    }

    /// The quality in thousandths; nil if it is malformed (RFC 9110, 12.4.2).
    private static func quality(_ parameters: ArraySlice<Substring>) -> Int? {
        guard let parameter = parameters.first else { return 1000 }
        let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmed }
        guard parameters.count == 1, parts.count == 2, parts[0].lowercased() == "q" else { return nil }
        let digits = parts[1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = digits.count == 2 ? digits[1] : ""
        guard decimals.utf8.count <= 3, decimals.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let thousandths = Int(decimals + String(repeating: "0", count: 3 - decimals.utf8.count))
        else { return nil }
        switch digits[0] {
        case "0": return thousandths
        case "1" where thousandths == 0: return 1000
        default: return nil
        }
    }
}

extension Substring {
    /// Without surrounding white space of header fields (RFC 9110, 5.6.3).
    fileprivate var trimmed: Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        guard let last = lastIndex(where: { !isSpace($0) }) else { return "" }
        return self[...last].drop(while: isSpace)
    }
}

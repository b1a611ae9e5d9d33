/// A person's name shortened to fit on a drawn desk. The desk's label has the full name.
struct DeskName: Sendable, Equatable {
    /// The family name of a Japanese or Chinese name; otherwise the initials of the first and last word.
    let initials: String
    /// At most two lines.
    let lines: [String]

    /// The maximum width of a line. A Latin letter counts 1, a Han character 2.
    private static let width = 12

    init(_ name: String) {
        initials = Self.familyName(name) ?? Self.initials(name)
        lines = Self.lines(name)
    }

    private static func initials(_ name: String) -> String {
        let words = name.split(separator: " ")
        let chosen = words.count > 1 ? [words[0], words[words.count - 1]] : words
        return chosen.compactMap(\.first).map { String($0).uppercased() }.joined()
    }

    /// At most four characters of the part before the space; without a space the first two characters. Nil: the name begins in
    /// another script than Han and Kana.
    private static func familyName(_ name: String) -> String? {
        let words = name.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, first.allSatisfy(isHanOrKana) else { return nil }
        return String(first.prefix(words.count > 1 ? 4 : 2))
    }

    private static func isHanOrKana(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.value ?? 0 {
        // Iteration marks, Kana, Han, and half-width Kana.
        case 0x3005...0x3007, 0x3041...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
            0xFF66...0xFF9F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    private static func lines(_ name: String) -> [String] {
        if name.isEmpty { return [] }
        if width(name) <= width { return [name] }
        var (first, rest) = ("", name[...])
        // A line may end after a space or a hyphen.
        while let end = rest.firstIndex(where: { $0 == " " || $0 == "-" }) {
            let piece = rest[...end]
            guard width(first + piece.trimmed) <= width else { break }
            first += piece
            rest = rest[rest.index(after: end)...]
        }
        return first.isEmpty ? [cut(name)] : [first[...].trimmed, cut(String(rest))]
    }

    private static func cut(_ text: String) -> String {
        if width(text) <= width { return text }
        var (kept, used) = ("", 0)
        for character in text {
            used += width(character)
            guard used < width else { break }
            kept.append(character)
        }
        return kept[...].trimmed + "…"
    }

    private static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

    private static func width(_ character: Character) -> Int {
        character.unicodeScalars.contains { $0.value >= 0x1100 && $0.value != 0x200D } ? 2 : 1
    }
}

extension Substring {
    fileprivate var trimmed: String { last == " " ? String(dropLast()) : String(self) }
}

import Foundation

/// A pasted list of people to add. Each line is a name, optionally followed by a comma or a tab and a user name. A user name with
/// spaces becomes one with dots. Further parts of a line are a fault of the imported file.
struct PastedNames {
    let text: String

    /// The people of the lines that are not empty.
    var people: [(name: String, user: String)] { lines.compactMap { line in line.map { (name: $0.name, user: $0.user) } } }

    /// The same people as a file to import. Its first line names the columns, so that line 1 of the list is line 2 of the file.
    var csv: String {
        let rows = lines.map { line in
            line.map { ([$0.user, $0.name] + $0.further).map(Self.quoted).joined(separator: ",") } ?? ""
        }
        return (["user_name,display_name"] + rows).joined(separator: "\n")
    }

    /// Nil for an empty line.
    private var lines: [(name: String, user: String, further: [String])?] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            let parts = line.split(separator: line.contains("\t") ? "\t" : ",")
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard let name = parts.first, parts != [""] else { return nil }
            guard parts.count > 1 else { return (name, Self.userName(of: name), []) }
            let proposal = Self.userName(of: parts[1])
            let user = parts[1].contains(where: \.isWhitespace) && !proposal.isEmpty ? proposal : parts[1]
            return (name, user, parts.dropFirst(2).filter { !$0.isEmpty })
        }
    }

    /// Such as `zoe.mueller` for Zoë Müller. Empty for a name without Latin letters.
    static func userName(of name: String) -> String {
        // German umlauts, as in German addresses, and letters that are not a base letter with a mark. Other letters are dropped by
        // the filter.
        let others = [
            "ä": "ae", "ö": "oe", "ü": "ue", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th",
            "ð": "d", "ı": "i",
        ]
        let latin = name.lowercased().map { others[String($0)] ?? String($0) }.joined()
        let folded = latin.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
        return folded.split(whereSeparator: \.isWhitespace)
            .map { $0.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } }
            .filter { !$0.isEmpty }.joined(separator: ".")
    }

    private static func quoted(_ field: String) -> String { "\"\(field.replacing("\"", with: "\"\""))\"" }
}

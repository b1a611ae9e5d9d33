import Foundation

/// A list of names that somebody pastes to add people: on each line a name, or a name, a comma and a user name.
struct PastedNames {
    let text: String

    /// The same people as a file to import. Its first line names the columns, so that line 1 of the list is line 2 of the file.
    var csv: String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            let parts = line.split(separator: line.contains("\t") ? "\t" : ",", maxSplits: 1).map(String.init)
            guard let name = parts.first else { return "" }
            return [parts.count > 1 ? parts[1] : Self.userName(of: name), name].map(Self.quoted).joined(separator: ",")
        }
        return (["user_name,display_name"] + lines).joined(separator: "\n")
    }

    /// Such as `zoe.muller` for Zoë Müller. Empty for a name without Latin letters.
    static func userName(of name: String) -> String {
        // Characters without a Latin base letter are dropped by the filter.
        let folded = name.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
        return folded.split(whereSeparator: \.isWhitespace)
            .map { $0.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } }
            .filter { !$0.isEmpty }.joined(separator: ".")
    }

    private static func quoted(_ field: String) -> String { "\"\(field.replacing("\"", with: "\"\""))\"" }
}

import Attendance
import AttendanceStore
import Foundation
import Localization

extension UserName {
    /// The rule for a user name that is typed into a form: in addition to ``given(_:)``, it has no spaces inside. An import
    /// has the same rule. Only user names from an identity provider or a command may have them.
    /// - Throws: ``WebError`` with a valid proposal, if one can be made.
    static func typed(_ text: String) throws(WebError) -> String {
        guard !text.contains(where: \.isWhitespace) else {
            let proposal = proposed(for: String(text.prefix(longest)))
            let sentence =
                proposal.isEmpty ? localized("first.userHasSpace") : localized("account.userHasSpace", ["user": proposal])
            throw .badRequest(sentence, reason: .badUserName)
        }
        guard let name = try? given(text) else { throw .badUserName }
        return name
    }

    /// A proposed user name, such as `zoe.mueller` for Zoë Müller. Empty for a name without Latin letters.
    static func proposed(for name: String) -> String {
        // German umlauts, as in German addresses. Letters without a Latin base are dropped by the filter.
        let umlauts: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue"]
        let letters = umlauts.merging(NameLetters.bases.map { ($0, $1) }) { first, _ in first }
        let latin = name.lowercased().map { letters[$0] ?? String($0) }.joined()
        let folded = latin.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
        return folded.split(whereSeparator: \.isWhitespace)
            .map { $0.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } }
            .filter { !$0.isEmpty }.joined(separator: ".")
    }
}

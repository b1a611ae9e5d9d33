import Attendance
import AttendanceStore
import Localization

extension UserName {
    /// The rule for a user name that is typed into a form: in addition to ``given(_:)``, it has no spaces inside. An import
    /// has the same rule. Only user names from an identity provider or a command may have them.
    /// - Throws: ``WebError`` with a valid proposal, if one can be made.
    static func typed(_ text: String) throws(WebError) -> String {
        guard !text.contains(where: \.isWhitespace) else {
            let proposal = PastedNames.userName(of: String(text.prefix(longest)))
            let sentence =
                proposal.isEmpty ? localized("first.userHasSpace") : localized("account.userHasSpace", ["user": proposal])
            throw .badRequest(sentence, reason: .badUserName)
        }
        guard let name = given(text) else {
            throw .badRequest(localized("account.badUser", ["most": "\(longest)"]), reason: .badUserName)
        }
        return name
    }
}

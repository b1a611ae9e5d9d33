import Foundation

/// A recipient as mail programs copy it, such as `Ann Lee <ann.lee@example.org>`, or a mail address alone.
struct MailRecipient {
    /// Empty for an address alone.
    let name: String
    /// The part of the address before the @, in lower case.
    let user: String

    /// nil if the text is something else.
    init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard let match = text.wholeMatch(of: /(?:([^<>@]*)<)?([^\s<>@,;"]+)@[^\s<>@,;"]+(>?)/),
            (match.1 != nil) == (match.3 == ">")
        else { return nil }
        var name = (match.1 ?? "").trimmingCharacters(in: .whitespaces)
        for quote in ["\"", "'"] where name.count > 1 && name.hasPrefix(quote) && name.hasSuffix(quote) {
            name = String(name.dropFirst().dropLast()).trimmingCharacters(in: .whitespaces)
        }
        self.name = name
        user = match.2.lowercased()
    }
}

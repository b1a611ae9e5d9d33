import Attendance
import Foundation
import WebServer

/// The form that signs in with a password, or leads to a personal link that was pasted.
struct SignInForm: Sendable {
    /// Without white space at its ends, which keyboards of phones add.
    let user: String?
    let password: String?
    /// A pasted link; its host is ignored.
    let link: String?
    /// Whether the page with the field for a link has a form with a password, too.
    let hasPasswords: Bool
    /// The page to show after the sign-in.
    let returnAddress: ReturnAddress?

    init(_ fields: BodyFields) {
        user = fields["user"].map(TypedText.trimmed)
        password = fields["password"]
        link = fields["link"]
        hasPasswords = fields.isSet("passwords")
        returnAddress = fields["to"].flatMap { ReturnAddress($0) }
    }

    /// The address of the pasted link's page; nil if it is no sign-in link.
    var linkAddress: String? {
        guard let link, let start = link.range(of: Address.signInLinks, options: .backwards) else { return nil }
        let token = link[start.upperBound...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        return token.isEmpty ? nil : Address.signInLink(String(token))
    }
}

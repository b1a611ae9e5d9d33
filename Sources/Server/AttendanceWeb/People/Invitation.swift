import Attendance
import AttendanceStore
import Localization
import Messaging

/// A new sign-in link, shown only once.
struct Invitation: Sendable {
    let name, user, address, path: String
    let side: Int
    /// Unique on the page.
    let number: String
    /// nil: the company has one office.
    let officeName: String?
    /// What the person does with the link, and until when; empty if the page says it.
    let scan: String

    /// - Parameter until: in the language of the invitation; nil: the page says it.
    init(_ person: Person, officeName: String? = nil, address: String, until: String? = nil) {
        (name, user, number) = (person.displayName, person.userName, "\(person.id)")
        self.officeName = officeName
        self.address = address
        scan = until.map { localized("invite.scan", ["until": $0]) } ?? ""
        let code = QRCode(address)
        (side, path) = (code?.side ?? 0, code?.path ?? "")
    }

    /// The link as an e-mail in the current language.
    func mail(to recipient: MailAddress, _ until: String) -> MailMessage {
        MailMessage(
            to: recipient, subject: localized("invite.mail.subject"),
            text: localized("invite.mail.text", ["name": name, "user": user, "link": address, "until": until]),
            id: "invite-" + Secret().text)
    }
}

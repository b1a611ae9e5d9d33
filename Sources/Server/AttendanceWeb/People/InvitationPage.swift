import Attendance
import Localization

/// New sign-in links with their codes, to be printed or copied. They are shown only once.
struct InvitationPage: Page {
    static let template = "pages/People/invitations"

    let navigation: Navigation
    let made: [Invitation]
    /// How many other links were sent by e-mail, as a sentence; nil: none were to be sent.
    let sent: String?
    /// Of the invitations.
    let language: String
    /// The links as lines of a spreadsheet: name, user name, link.
    let list: String
    /// Whether the links lead to the server's computer only.
    let isLocal: Bool
    let backAddress: String

    init(navigation: Navigation, _ made: [Invitation], sent: Int?, language: String, isLocal: Bool, backAddress: String) {
        self.navigation = navigation
        self.made = made
        self.sent = sent.map { localized("invite.sent", count: $0) }
        self.language = language
        list = made.map { "\(FormulaGuard.guarded($0.name))\t\(FormulaGuard.guarded($0.user))\t\($0.address)" }.joined(
            separator: "\n")
        self.isLocal = isLocal
        self.backAddress = backAddress
    }
}

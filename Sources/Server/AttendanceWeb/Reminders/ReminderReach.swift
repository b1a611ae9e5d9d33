import AttendanceStore
import Localization

/// Whether reminders reach a person: the first obstacle, or where they go.
enum ReminderReach: Sendable, CaseIterable {
    /// The person's office sends none.
    case officeOff
    /// The server has no way to send them.
    case noWay
    /// The person has switched them off.
    case off
    /// The person has neither an e-mail address nor a browser to which the server can send.
    case nowhere
    case email
    case browsers
    case emailAndBrowsers

    init(isOfficeOn: Bool, sendsMail: Bool, sendsPush: Bool, _ preference: ReminderPreference, hasBrowsers: Bool) {
        let byMail = sendsMail && preference.recipient != nil
        self =
            switch (byMail, sendsPush && hasBrowsers) {
            case _ where !isOfficeOn: .officeOff
            case _ where !sendsMail && !sendsPush: .noWay
            case _ where !preference.isOn: .off
            case (false, false): .nowhere
            case (true, false): .email
            case (false, true): .browsers
            case (true, true): .emailAndBrowsers
            }
    }

    var sentence: String { localized("reminders.reach.\(self)") }
}

import Attendance
import AttendanceStore
import Localization

/// The reminders of a person: what is sent, where it goes, and what was sent last.
struct ReminderPage: Page {
    static let template = "pages/Reminders/reminders"

    /// A browser that shows reminders.
    struct Browser: Sendable {
        let browserName: String
        /// Such as `since 20 Nov 2026`.
        let beginning: String
        /// By it, a script finds the browser that shows the page.
        let endpoint: String
        let removeAddress: String

        init(_ device: PushDevice, _ clock: LocalClock) {
            browserName = DeviceName.words(device.name)
            beginning = localized("reminders.browser.since", ["day": clock.date(device.createdAt.seconds).short])
            endpoint = device.endpoint
            removeAddress = Address.removeReminderBrowser(device.id)
        }
    }

    /// One of the latest messages.
    struct Message: Sendable {
        let what: String
        /// Such as `E-mail · Sent · 20 Nov 2026, 20:00`.
        let fate: String

        init(_ reminder: SentReminder, _ clock: LocalClock) {
            what = localized("reminders.kind.\(reminder.kind.rawValue)")
            fate = localized(
                "reminders.fate",
                [
                    "channel": localized("reminders.channel.\(reminder.channel.rawValue)"),
                    "state": localized("reminders.state.\(reminder.state.rawValue)"),
                    "at": clock.dayAndTime((reminder.sentAt ?? reminder.createdAt).seconds),
                ])
        }
    }

    let navigation: Navigation
    /// Whether the person's office has reminders.
    let isOfficeOn: Bool
    let isOn: Bool
    /// Where the messages go.
    let goal: String
    /// The language of the messages.
    let language: String
    let address = Address.myReminders
    /// The value that the button sends.
    let next: String

    let sendsMail: Bool
    /// The stored address; nil: none.
    let email: String?
    let isEmailConfirmed: Bool
    /// The value of the field.
    let typedEmail: String
    let emailAddress = Address.myReminderEmail

    /// nil: the server sends no push messages.
    let pushKey: String?
    let worker = Address.reminderWorker
    let addBrowserAddress = Address.myReminderBrowsers
    let removeThisBrowserAddress = Address.removeThisReminderBrowser
    let browsers: [Browser]
    /// Latest first.
    let messages: [Message]
    let problem: String?

    /// - Parameters:
    ///   - problem: why the form was refused.
    ///   - typed: the refused address; nil: the page shows the stored one.
    init(
        navigation: Navigation, _ channels: ReminderChannels, isOfficeOn: Bool, _ preference: ReminderPreference,
        browsers: [PushDevice], sent: [SentReminder], _ clock: LocalClock, problem: String?, typed: String?
    ) {
        self.navigation = navigation
        self.isOfficeOn = isOfficeOn
        isOn = preference.isOn
        language = localized("reminders.language.\(preference.language)")
        next = preference.isOn ? "no" : "yes"
        sendsMail = channels.sendsMail
        email = preference.email
        isEmailConfirmed = preference.email != nil && preference.isEmailConfirmed
        typedEmail = typed ?? preference.email ?? ""
        pushKey = channels.pushKey
        goal = Self.goal(
            isOn: isOn, byMail: isEmailConfirmed && sendsMail, inBrowsers: !browsers.isEmpty && channels.pushKey != nil)
        self.browsers = browsers.map { Browser($0, clock) }
        messages = sent.map { Message($0, clock) }
        self.problem = problem
    }

    private static func goal(isOn: Bool, byMail: Bool, inBrowsers: Bool) -> String {
        switch (isOn, byMail, inBrowsers) {
        case (false, _, _): localized("reminders.off")
        case (true, true, true): localized("reminders.on.emailAndBrowsers")
        case (true, true, false): localized("reminders.on.email")
        case (true, false, true): localized("reminders.on.browsers")
        case (true, false, false): localized("reminders.on.nowhere")
        }
    }
}

/// The page of the link that confirms an e-mail address.
struct EmailConfirmationPage: Page {
    static let template = "pages/Reminders/email-confirmation"

    let navigation: Navigation
    /// nil: the link is not valid.
    let email: String?
}

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
            what = ReminderPage.words(reminder.kind)
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
    /// Whether the reminders reach the person.
    let state: String
    /// The kinds that the person can get.
    let kinds: [String]
    let isOn: Bool
    /// The languages of the messages: the stored one, or that of the page, which is stored with the first way.
    let languages: [Choice]
    let address = Address.myReminders
    /// The value that the button sends.
    let next: String

    let sendsMail: Bool
    /// Whether the page has the part for e-mail: also to remove an address if the server sends no e-mail any more.
    let hasMailPart: Bool
    /// The stored address; nil: none.
    let email: String?
    let isEmailConfirmed: Bool
    /// The address of the account, if messages go there; nil: they do not.
    let accountEmail: String?
    /// The value of the field.
    let typedEmail: String
    let emailAddress = Address.myReminderEmail

    /// nil: the server sends no push messages.
    let pushKey: String?
    /// Whether the page has the part for browsers: also to remove them if the server sends no push messages any more.
    let hasBrowserPart: Bool
    let worker = Address.reminderWorker
    let addBrowserAddress = Address.myReminderBrowsers
    let removeThisBrowserAddress = Address.removeThisReminderBrowser
    let browsers: [Browser]
    /// The way that the server lacks, if it has the other one.
    let lacking: String?
    /// Latest first.
    let messages: [Message]
    let problem: String?

    /// - Parameters:
    ///   - decidesRequests: whether correction requests of other people wait for this person's decision.
    ///   - problem: why the form was refused.
    ///   - typed: the refused address; nil: the page shows the stored one.
    init(
        navigation: Navigation, _ channels: ReminderChannels, isOfficeOn: Bool, decidesRequests: Bool,
        _ preference: ReminderPreference, browsers: [PushDevice], sent: [SentReminder], _ clock: LocalClock, problem: String?,
        typed: String?
    ) {
        let (sendsMail, sendsPush) = (channels.sendsMail, channels.pushKey != nil)
        self.navigation = navigation
        state =
            ReminderReach(
                isOfficeOn: isOfficeOn, sendsMail: sendsMail, sendsPush: sendsPush, preference, hasBrowsers: !browsers.isEmpty
            ).sentence
        kinds = ReminderKind.allCases.filter { $0 != .requestWaiting || decidesRequests }.map(Self.words)
        isOn = preference.isOn
        let language = preference.language ?? Catalogue.current.language.rawValue
        languages = Language.allCases.map {
            Choice(value: $0.rawValue, name: $0.nativeName, isChosen: $0.rawValue == language)
        }
        next = preference.isOn ? "no" : "yes"
        self.sendsMail = sendsMail
        hasMailPart = sendsMail || preference.email != nil
        email = preference.email
        isEmailConfirmed = preference.email != nil && preference.isEmailConfirmed
        accountEmail = preference.isEmailConfirmed ? nil : preference.accountEmail
        typedEmail = typed ?? preference.email ?? ""
        pushKey = channels.pushKey
        hasBrowserPart = sendsPush || !browsers.isEmpty
        lacking =
            switch (sendsMail, sendsPush) {
            case (false, true): localized("reminders.email.noServer")
            case (true, false): localized("reminders.push.none")
            case (true, true), (false, false): nil
            }
        self.browsers = browsers.map { Browser($0, clock) }
        messages = sent.map { Message($0, clock) }
        self.problem = problem
    }

    private static func words(_ kind: ReminderKind) -> String { localized("reminders.kind.\(kind.rawValue)") }
}

/// The page of the link that confirms an e-mail address.
struct EmailConfirmationPage: Page {
    static let template = "pages/Reminders/email-confirmation"

    let navigation: Navigation
    /// nil: the link is not valid.
    let email: String?
}

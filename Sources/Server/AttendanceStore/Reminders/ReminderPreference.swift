package import Attendance

/// A person's choice about reminders.
package struct ReminderPreference: Sendable, Equatable {
    /// False: no reminders at all.
    package var isOn = true
    /// nil: none.
    package var email: String?
    package var isEmailConfirmed = false
    /// The address of the account, which needs no confirmation; nil: none.
    package var accountEmail: String?
    /// The language of messages, such as `en`; nil: none was stored yet.
    package var language: String?

    package init() {}

    /// The address to which messages go: the confirmed one, or that of the account; nil: none.
    package var recipient: String? { (isEmailConfirmed ? email : nil) ?? accountEmail }
}

/// A browser that shows reminders: a subscription of the W3C Push API.
package struct PushDevice: Sendable, Equatable {
    package let id: Int64
    /// The address at the browser's push service.
    package let endpoint: String
    package let publicKey: [UInt8]
    package let authentication: [UInt8]
    /// Families of browser and system.
    package let name: String
    package let createdAt: Instant
}

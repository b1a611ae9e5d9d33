package import Messaging

/// What the server can send reminders with.
package struct ReminderChannels: Sendable {
    /// Without a mail server and without push messages.
    package static let none = ReminderChannels()

    /// The public key of push messages in base64url (`applicationServerKey`); nil: the server sends none.
    package let pushKey: String?
    /// Whether the server may send push messages to an endpoint.
    package let allowsPush: @Sendable (_ endpoint: String) -> Bool
    /// Sends an e-mail that a person waits for; nil: there is no mail server.
    package let sendMail: (@Sendable (MailMessage) async throws -> Void)?

    package init(
        pushKey: String? = nil, allowsPush: @escaping @Sendable (_ endpoint: String) -> Bool = { _ in false },
        sendMail: (@Sendable (MailMessage) async throws -> Void)? = nil
    ) {
        self.pushKey = pushKey
        self.allowsPush = allowsPush
        self.sendMail = sendMail
    }

    package var sendsMail: Bool { sendMail != nil }
}

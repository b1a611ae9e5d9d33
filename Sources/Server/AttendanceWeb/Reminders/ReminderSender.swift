package import Attendance
import AttendanceStore
package import Messaging

/// Delivers reminders. Its functions throw ``DeliveryError``.
package struct ReminderSender: Sendable {
    package typealias Mail = @Sendable (MailMessage) async throws -> Void
    package typealias Push = @Sendable (_ payload: [UInt8], _ to: PushSubscription, _ topic: String) async throws -> Void

    /// How long a push service keeps a message for a browser that is not connected: a day.
    private static let lifetime = Duration.seconds(86_400)

    /// nil: there is no mail server.
    package let mail: Mail?
    /// nil: the server sends no push messages.
    let push: Push?

    package init(mail: Mail?, push: Push?) {
        self.mail = mail
        self.push = push
    }

    /// - Parameter server: nil: there is none.
    package init(_ server: MailServer?, _ push: PushSender, now: @escaping @Sendable () -> Instant) {
        mail = server.map { server -> Mail in
            { message in try await server.send(message, at: now().seconds) }
        }
        self.push = { payload, subscription, topic in
            try await push.send(payload, to: subscription, topic: topic, lifetime: Self.lifetime, at: now().seconds)
        }
    }

    var channels: [ReminderChannel] { (mail == nil ? [] : [.mail]) + (push == nil ? [] : [.push]) }
}

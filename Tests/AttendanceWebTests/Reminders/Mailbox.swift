import Foundation
import Synchronization
import Testing

@testable import AttendanceWeb
@testable import Messaging

/// A mail server that keeps the messages, and a push service `push.example.com`.
final class Mailbox: Sendable {
    private let kept = Mutex<[MailMessage]>([])
    private let failure: DeliveryError?

    /// - Parameter failure: what happens to each message; nil: it is kept.
    init(failing failure: DeliveryError? = nil) { self.failure = failure }

    var messages: [MailMessage] { kept.withLock { $0 } }

    var channels: ReminderChannels {
        ReminderChannels(pushKey: "BExample", allowsPush: { $0.hasPrefix("https://push.example.com/") }) { message in
            if let failure = self.failure { throw failure }
            self.kept.withLock { $0.append(message) }
        }
    }

    /// The path of the link in the last message.
    func link() throws -> String {
        let text = try #require(messages.last).text
        return String(try #require(text.firstMatch(of: /https:\/\/desk\.example\.com(\/\S+)/)).output.1)
    }
}

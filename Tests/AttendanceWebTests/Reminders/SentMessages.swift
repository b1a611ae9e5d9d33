@testable import AttendanceWeb
@testable import Messaging

import Synchronization

/// Collects reminders instead of sending them.
final class SentMessages: Sendable {
    struct Message: Sendable, Equatable {
        /// An e-mail address, or the endpoint of a browser.
        let to: String
        /// The subject of an e-mail.
        let subject: String
        /// The text of an e-mail, or the JSON text of a notification.
        let text: String
        /// The id of an e-mail, or the topic of a notification.
        let id: String
    }

    private struct State {
        var messages: [Message] = []
        var failures: [DeliveryError] = []
    }

    private let state = Mutex(State())
    /// Called after each message.
    private let afterEach: @Sendable () async throws -> Void

    init(afterEach: @escaping @Sendable () async throws -> Void = {}) { self.afterEach = afterEach }

    var messages: [Message] { state.withLock { $0.messages } }

    var sender: ReminderSender {
        ReminderSender(
            mail: { message in
                try await self.take(Message(to: message.to.text, subject: message.subject, text: message.text, id: message.id))
            },
            push: { payload, subscription, topic in
                let text = String(decoding: payload, as: UTF8.self)
                try await self.take(Message(to: subscription.endpoint, subject: "", text: text, id: topic))
            })
    }

    /// The next messages fail, one for each error.
    func fail(with errors: DeliveryError...) { state.withLock { $0.failures += errors } }

    private func take(_ message: Message) async throws {
        let failure = state.withLock { state in
            if state.failures.isEmpty { state.messages.append(message) }
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        if let failure { throw failure }
        try await afterEach()
    }
}

import Attendance
import AttendanceStore
import Localization
import Messaging
import WebServer

extension ReminderChannels {
    /// Sends an e-mail at once, for the person who waits for it.
    /// - Throws: ``WebError``: there is no mail server, it does not answer or refuses the message, or too many were sent.
    func send(_ message: MailMessage, for person: Person, _ rateLimiter: RateLimiter, _ context: WebContext) async throws {
        guard let sendMail else {
            throw WebError(.unprocessableContent, localized("reminders.email.noServer"), reason: .notAllowed)
        }
        // By address too, so that several people cannot fill one mailbox.
        let demands: [RateLimiter.Demand] = [
            (.immediateMails, .person(person.id)), (.immediateMails, .name(message.to.text.lowercased())),
        ]
        if let wait = rateLimiter.take(demands, now: context.now) {
            let minutes = (wait.components.seconds + 59) / 60
            throw WebError(
                .tooManyRequests, localized("reminders.email.tooMany", ["minutes": "\(minutes)"]), reason: .tooOften,
                retryAfter: wait)
        }
        do {
            try await sendMail(message)
        } catch let error as DeliveryError {
            // The mail server's answer may contain the address, so the log does not have it.
            context.logger.warning("an e-mail for the person \(person.id) could not be sent: see 'desktap doctor'")
            switch error {
            case .unavailable:
                throw WebError(
                    .serviceUnavailable, localized("reminders.email.unavailable"), reason: .notNow, retryAfter: .seconds(60))
            case .refused, .gone:
                throw WebError(.unprocessableContent, localized("reminders.email.refused"), reason: .badSetting)
            }
        }
    }
}

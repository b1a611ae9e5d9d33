/// Why a message was not delivered. The texts are one line for the log, without a secret.
package enum DeliveryError: Error, Sendable, Equatable {
    /// A later attempt may succeed: the server is unreachable, busy, or its settings are wrong.
    case unavailable(String)
    /// No attempt with this message will succeed.
    case refused(String)
    /// The subscription or mailbox does not exist any more.
    case gone
}

/// What a reminder is about.
package enum ReminderKind: String, Sendable, CaseIterable {
    /// The person forgot to clock out; also a question about it.
    case missingEnd = "missing_end"
    /// The person's correction request was approved or rejected.
    case requestDecided = "request_decided"
    /// A correction request waits for the person's decision.
    case requestWaiting = "request_waiting"
}

/// The way on which a reminder reaches a person.
package enum ReminderChannel: String, Sendable, CaseIterable {
    /// E-mail.
    case mail
    /// Web Push: a browser notification.
    case push
}

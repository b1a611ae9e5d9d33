package import Attendance

/// A message to a person, as its person sees it.
package struct SentReminder: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        /// It is not due yet, or the latest attempt failed.
        case waiting
        case sending
        case sent
        /// It could not be delivered.
        case failed
        /// It was no longer needed when it was due, or reminders were switched off.
        case obsolete
    }

    package let kind: ReminderKind
    package let channel: ReminderChannel
    package let state: State
    package let createdAt: Instant
    /// nil: not sent.
    package let sentAt: Instant?
}

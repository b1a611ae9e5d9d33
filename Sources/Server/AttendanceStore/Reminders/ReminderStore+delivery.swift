package import Attendance
import Postgres

/// Messages are claimed, sent and marked one at a time. A server that is killed between sending and marking leaves the message
/// claimed; after the lease another one sends it again.
extension ReminderStore {
    /// How long a claimed message belongs to one server. Longer than an attempt to send it.
    package static let lease = Duration.seconds(300)

    /// Claims the message that has been due for the longest time. A browser whose session is no longer active is no device of it.
    /// - Returns: nil if none is due.
    package func claim(through channels: [ReminderChannel], now: Instant) async throws -> DueReminder? {
        let (used, begun) = SessionStore.limits(now)
        return try await pool.query(
            "Reminders/claim",
            [
                "now": PostgresTimestamp(now), "channels": channels.map(\.rawValue),
                "until": PostgresTimestamp(now + Self.lease), "used_since": used, "began_since": begun,
                "privileged_used_since": privileged.limits(now).used,
                "privileged_began_since": privileged.limits(now).begun,
            ]
        ).first.map(DueReminder.init)
    }

    /// Ends a claimed message: it is sent, failed or obsolete. No effect if another server has claimed it since.
    /// - Parameter error: why it failed, without names.
    package func end(
        _ reminder: DueReminder, as state: SentReminder.State, error: String? = nil, now: Instant
    ) async throws {
        try await pool.query(
            "Reminders/end_reminder",
            [
                "state": state.rawValue, "now": PostgresTimestamp(now), "error": error, "id": reminder.id,
                "attempts": reminder.attempts,
            ])
    }

    /// Returns a claimed message, to be sent later.
    /// - Parameter error: why the attempt failed, without names; nil: there was none, and it does not count.
    package func postpone(_ reminder: DueReminder, until instant: Instant, error: String? = nil) async throws {
        let counted = error == nil ? reminder.attempts - 1 : reminder.attempts
        try await pool.query(
            "Reminders/postpone",
            [
                "not_before": PostgresTimestamp(instant), "counted": counted, "error": error,
                "id": reminder.id, "attempts": reminder.attempts,
            ])
    }

    /// Removes what the service that delivers a message does not know any more: the browser, or the confirmation of the address.
    package func removeRecipient(of reminder: DueReminder) async throws {
        if let device = reminder.device {
            try await removeDevice(id: device.id, of: reminder.person)
        } else if let email = reminder.email {
            try await pool.query("Reminders/unconfirm_email", ["person": reminder.person, "email": email])
        }
    }
}

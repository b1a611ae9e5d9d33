import AttendanceStore
import Daemon

/// Counts the reminders of this server since its start.
final class ReminderMetrics: Sendable {
    private let sent = [ReminderChannel: Counter](
        uniqueKeysWithValues: ReminderChannel.allCases.map { ($0, Counter()) })
    private let failures = [ReminderChannel: Counter](
        uniqueKeysWithValues: ReminderChannel.allCases.map { ($0, Counter()) })

    func countSent(through channel: ReminderChannel) { sent[channel]?.add(1) }

    /// Counts a failed attempt.
    func countFailure(through channel: ReminderChannel) { failures[channel]?.add(1) }

    func add(to text: inout MetricsText) {
        text.begin("desktap_reminders_sent_total", .counter, "Reminders that the mail server or a push service accepted.")
        for channel in ReminderChannel.allCases {
            text.add("desktap_reminders_sent_total", Double(sent[channel]?.value ?? 0), ["channel": channel.rawValue])
        }
        text.begin("desktap_reminder_failures_total", .counter, "Failed attempts to send a reminder.")
        for channel in ReminderChannel.allCases {
            text.add("desktap_reminder_failures_total", Double(failures[channel]?.value ?? 0), ["channel": channel.rawValue])
        }
    }
}

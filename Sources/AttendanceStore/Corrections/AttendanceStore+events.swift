package import Attendance
package import FoundationEssentials
import Postgres

extension AttendanceStore {
    /// Events of these ids as they count now, corrections folded onto them; those that are gone are left out.
    package func events(_ ids: [UUID]) async throws -> [UUID: RecordedEvent] {
        if ids.isEmpty { return [:] }
        return try await reading { connection in
            let results = try await connection.pipeline([
                PostgresCommand("Taps/events_by_id", ids), PostgresCommand("Corrections/corrections_by_target", ids),
            ])
            let events = try LoggedEvents(results[0], corrections: results[1]).events
            return Dictionary(events.map { ($0.event.id, $0.event) }) { first, _ in first }
        }
    }
}

package import Attendance
package import AttendanceStore
package import Foundation

extension RequestStore {
    /// Without a comparison with the record.
    package func ask(
        _ record: LogRecord, atSent: String?, by requester: Person, for person: Person, now: Instant
    ) async throws -> RequestOutcome {
        try await ask(record, atSent: atSent, by: requester, for: person, .nothing, now: now, zones: try .system())
    }

    package func approve(
        _ id: UUID, by approver: Person, comment: String?, evenIfStale: Bool = false, now: Instant
    ) async throws -> DecisionOutcome {
        try await approve(id, by: approver, comment: comment, evenIfStale: evenIfStale, now: now, zones: try .system())
    }

    package func refuse(_ id: UUID, by decider: Person, comment: String, now: Instant) async throws -> DecisionOutcome {
        try await refuse(id, by: decider, comment: comment, now: now, zones: try .system())
    }
}

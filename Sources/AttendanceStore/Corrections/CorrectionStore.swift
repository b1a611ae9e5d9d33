package import Attendance
package import FoundationEssentials
import Postgres

/// Corrections of taps: by a manager, by HR, and a person's own undo. Quarantined taps.
package struct CorrectionStore: Sendable {
    /// For how long after its arrival a tap can be undone by the person who made it. One that a reader kept until later was
    /// made up one's mind about long ago.
    package static let undoSeconds: Int64 = 60
    /// How far a device's clock may be from the server's.
    package static let clockTolerance: Int64 = 120

    let pool: PostgresPool

    /// Milliseconds for which a tap can still be undone, by a row of `tap_for_undo`.
    private static func undoTimeLeft(_ row: PostgresRow, now: Instant) throws -> Int64 {
        let sinceArrival = now.milliseconds(since: try row.instant(1))
        let sinceTap = now.milliseconds(since: try row.instant(3))
        return min(undoSeconds * 1000 - sinceArrival, (undoSeconds + clockTolerance) * 1000 - sinceTap)
    }

    /// Records additions and corrections and says what became of each, in their order, once it is durable. Whoever's presence
    /// they concern is derived anew in the same transaction.
    /// - Throws: PostgreSQL's error; then nothing was written, or it is not known, and sending them again does no harm.
    package func correct(_ submissions: [CorrectionSubmission]) async throws -> [IngestOutcome] {
        if submissions.isEmpty { return [] }
        return try await pool.withTransaction { connection in
            try await CorrectionTransaction(connection: connection).record(submissions)
        }
    }

    /// - Returns: nil where there is no such tap of theirs.
    package func undoState(of tap: UUID, by person: Int64, now: Instant) async throws -> UndoState? {
        guard let row = try await pool.query("Taps/tap_for_undo", tap).first, try row.get(0) == person else { return nil }
        let left = try Self.undoTimeLeft(row, now: now)
        return UndoState(isVoided: try row.get(2), secondsLeft: min(max(0, left / 1000), Self.undoSeconds))
    }

    /// Voids a tap for the person who made it. To undo it twice does no harm.
    /// - Parameter id: of the void, as it will stand in the log.
    package func undo(
        _ tap: UUID, of person: Person, as id: UUID = UUID(), now: Instant
    ) async throws -> UndoOutcome {
        guard let row = try await pool.query("Taps/tap_for_undo", tap).first, try row.get(0) == person.id else {
            return .unknownTap
        }
        guard try Self.undoTimeLeft(row, now: now) >= 0 else { return .tooLate }
        let void = Correction(
            id: id, target: tap, change: .void, justification: Justification(author: person.userName, reason: "undo"))
        switch try await correct([CorrectionSubmission(.correction(void), receivedAt: now)])[0] {
        case .accepted, .duplicate: return .undone
        case .quarantined, .conflict, .rejected: return .unknownTap
        }
    }

    /// Events of these ids as they count now, corrections folded onto them; those that are gone are left out.
    package func events(_ ids: [UUID]) async throws -> [UUID: RecordedEvent] {
        if ids.isEmpty { return [:] }
        return try await pool.withSnapshot { connection in
            let results = try await connection.pipeline([
                PostgresCommand("Taps/events_by_id", ids), PostgresCommand("Corrections/corrections_by_target", ids),
            ])
            let events = try LoggedEvents(results[0], corrections: results[1]).events
            return Dictionary(events.map { ($0.event.id, $0.event) }) { first, _ in first }
        }
    }
}

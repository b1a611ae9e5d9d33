package import Attendance
package import FoundationEssentials
import Postgres

extension CorrectionStore {
    /// The taps that wait, the oldest arrival first.
    /// - Parameter office: whose people's, wherever they tapped; nil is all.
    package func quarantinedTaps(in office: Int64? = nil) async throws -> [QuarantinedTap] {
        try await pool.query("Corrections/quarantined_events", office).map { row in
            QuarantinedTap(
                id: try row.get(0), person: try row.get(1), userName: try row.get(2), displayName: try row.get(3),
                kind: try row.choice(4), at: try row.instant(5), atSent: try row.get(6), office: try row.get(7),
                receivedAt: try row.instant(8), why: try row.choice(9), desk: try row.getIfPresent(10),
                reader: try row.getIfPresent(11))
        }
    }

    /// Lets a tap that was put aside count, at the time it says.
    package func release(
        _ tap: UUID, as id: UUID = UUID(), _ justification: Justification, now: Instant
    ) async throws -> IngestOutcome {
        let restore = Correction(id: id, target: tap, change: .restore, justification: justification)
        return try await correct([CorrectionSubmission(.correction(restore), receivedAt: now)])[0]
    }

    /// Says that a tap does not count.
    package func void(
        _ tap: UUID, as id: UUID = UUID(), _ justification: Justification, now: Instant
    ) async throws -> IngestOutcome {
        let void = Correction(id: id, target: tap, change: .void, justification: justification)
        return try await correct([CorrectionSubmission(.correction(void), receivedAt: now)])[0]
    }
}

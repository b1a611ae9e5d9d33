package import Attendance
package import FoundationEssentials
import Postgres

extension CorrectionStore {
    /// The quarantined taps, earliest arrival first.
    /// - Parameters:
    ///   - office: of the people, not of the taps; nil: all.
    ///   - ids: the taps to choose from; nil: all.
    package func quarantinedTaps(
        in office: OfficeID? = nil, among ids: [UUID]? = nil, limit: Int64? = nil, after: Int64 = 0
    ) async throws -> [QuarantinedTap] {
        try await pool.query(
            "Corrections/quarantined_events", ["office": office, "ids": ids, "limit": limit, "offset": after]
        ).map { row in
            QuarantinedTap(
                id: try row.get("id"), person: try row.get("person_id"), userName: try row.get("user_name"),
                displayName: try row.get("display_name"), kind: try row.choice("kind"), at: try row.instant("at"),
                atSent: try row.get("at_sent"), office: try row.get("office_id"),
                receivedAt: try row.instant("received_at"), why: try row.choice("quarantine"),
                desk: try row.getIfPresent("desk"), reader: try row.getIfPresent("reader"),
                isWithoutTag: try row.getIfPresent("client", as: String.self) == TapClient.withoutTag)
        }
    }

    /// The number of ``quarantinedTaps(in:among:limit:after:)`` about which a person can decide: those of other people.
    /// - Parameter limit: the largest number that is counted.
    package func countQuarantinedTaps(
        in office: OfficeID? = nil, for person: PersonID, limit: Int64
    ) async throws -> Int64 {
        try await pool.query(
            "Corrections/count_quarantined", ["office": office, "except": person, "limit": limit])[0].get("quarantined")
    }

    /// Releases a quarantined tap: it counts at its reported instant.
    package func release(
        _ tap: UUID, as id: UUID = UUID(), _ justification: Justification, now: Instant
    ) async throws -> IngestOutcome {
        let restore = Correction(id: id, target: tap, change: .restore, justification: justification)
        return try await correct([CorrectionSubmission(.correction(restore), receivedAt: now)])[0]
    }

    /// Voids a tap: it does not count.
    package func void(
        _ tap: UUID, as id: UUID = UUID(), _ justification: Justification, now: Instant
    ) async throws -> IngestOutcome {
        let void = Correction(id: id, target: tap, change: .void, justification: justification)
        return try await correct([CorrectionSubmission(.correction(void), receivedAt: now)])[0]
    }

    /// Releases or voids several quarantined taps in one transaction: all of them, or none if one is refused.
    /// - Parameter change: ``Correction/Change/restore`` to release them, or ``Correction/Change/void``.
    /// - Returns: the outcome of each, in order. They are recorded if all are accepted.
    package func settle(
        _ taps: [UUID], _ change: Correction.Change, _ justification: Justification, now: Instant
    ) async throws -> [IngestOutcome] {
        let submissions = taps.map { tap in
            CorrectionSubmission(
                .correction(Correction(id: UUID(), target: tap, change: change, justification: justification)),
                receivedAt: now)
        }
        return try await pool.withTransaction { connection in
            let transaction = CorrectionTransaction(connection: connection)
            let (batch, version) = try await transaction.evaluate(submissions)
            if batch.appended.count == submissions.count { try await transaction.write(batch, version) }
            return batch.outcomes
        }
    }
}

package import Attendance
package import FoundationEssentials
import Postgres

extension CorrectionStore {
    /// The quarantined taps, earliest arrival first.
    /// - Parameter offices: of the people, not of the taps; nil: all.
    package func quarantinedTaps(
        in offices: [OfficeID]? = nil, limit: Int64? = nil, after: Int64 = 0
    ) async throws -> [QuarantinedTap] {
        try await pool.query(
            "Corrections/quarantined_events", ["offices": offices, "ids": nil, "limit": limit, "offset": after]
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

    /// The number of ``quarantinedTaps(in:limit:after:)`` about which a person can decide: those of other people.
    /// - Parameter limit: the largest number that is counted.
    package func countQuarantinedTaps(
        in offices: [OfficeID]? = nil, for person: PersonID, limit: Int64
    ) async throws -> Int64 {
        try await pool.query(
            "Corrections/count_quarantined", ["offices": offices, "except": person, "limit": limit])[0].get("quarantined")
    }

    /// Releases or voids quarantined taps in one transaction: all of them, or none if one is refused or no longer quarantined. A
    /// released tap counts at its reported instant.
    /// - Parameter change: ``Correction/Change/restore`` to release them, or ``Correction/Change/void``.
    /// - Returns: the outcome of each, in order; nil: it is no longer quarantined. They are recorded if all are accepted.
    package func settle(
        _ taps: [UUID], _ change: Correction.Change, _ justification: Justification, now: Instant
    ) async throws -> [IngestOutcome?] {
        let submissions = taps.map { tap in
            CorrectionSubmission(
                .correction(Correction(id: UUID(), target: tap, change: change, justification: justification)),
                receivedAt: now)
        }
        return try await pool.withTransaction { connection in
            let transaction = CorrectionTransaction(connection: connection)
            let (batch, version) = try await transaction.evaluate(submissions)
            // The log is locked, so they remain quarantined until the transaction ends.
            let rows = try await connection.query(
                "Corrections/quarantined_events", ["offices": nil, "ids": taps, "limit": nil, "offset": Int64(0)])
            let held = Set(try rows.map { try $0.get("id", as: UUID.self) })
            if held.isSuperset(of: taps), batch.appended.count == submissions.count {
                try await transaction.write(batch, version)
            }
            return zip(taps, batch.outcomes).map { tap, outcome in held.contains(tap) ? outcome : nil }
        }
    }
}

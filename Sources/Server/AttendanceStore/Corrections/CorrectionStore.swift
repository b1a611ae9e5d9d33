package import Attendance
package import FoundationEssentials
import Postgres

/// Corrections of taps: by a manager, by HR, and a person's own undo. Quarantined taps.
package struct CorrectionStore: Sendable {
    let pool: PostgresPool

    /// The remaining time to undo a tap, by a row of `tap_for_undo`.
    private static func undoTimeLeft(_ row: PostgresRow, now: Instant) throws -> Duration {
        let sinceArrival = try now - row.instant("received_at")
        let sinceTap = try now - row.instant("at")
        return min(UndoState.window - sinceArrival, UndoState.window + TapSubmission.clockTolerance - sinceTap)
    }

    /// Records additions and corrections in one transaction.
    /// - Returns: the outcome of each, in order; they are durable.
    /// - Throws: ``PostgresError``. The submissions may then be recorded or not; it is safe to repeat them.
    package func correct(_ submissions: [CorrectionSubmission]) async throws -> [IngestOutcome] {
        if submissions.isEmpty { return [] }
        return try await pool.withTransaction { connection in
            try await CorrectionTransaction(connection: connection).record(submissions)
        }
    }

    /// Records a correction unless it contradicts the record of its day. The log is locked in between, so of two contradictory
    /// corrections at the same time one is recorded. The caller checks the author's permission.
    /// - Parameter person: the person of the corrected or added tap.
    package func correct(
        _ submission: CorrectionSubmission, for person: Person, _ check: CorrectionCheck, zones: TimeZoneDatabase
    ) async throws -> CorrectionOutcome {
        try await pool.withTransaction { connection in
            let transaction = CorrectionTransaction(connection: connection)
            let (batch, version) = try await transaction.evaluate([submission])
            let outcome = batch.outcomes[0]
            guard outcome.isAcceptedOrKnown else { return .evaluated(outcome, nil) }
            var review = try await CorrectionReview(
                of: submission.record, for: person.id, in: person.office, connection, zones, now: submission.receivedAt)
            if case .accepted = outcome {
                if let refusal = review?.refusal(check) { return .contradictory(refusal) }
                try await transaction.write(batch, version)
            }
            return .evaluated(outcome, review?.preview)
        }
    }

    /// Records a whole day, all of its entries or none, unless it contradicts the record. The log is locked in between. The caller
    /// checks the author's permission.
    /// - Returns: the first failure; ``IngestOutcome/conflict`` if only a part of the day, or the day with other times, is
    ///   recorded.
    package func add(_ day: WholeDay, for person: Person, zones: TimeZoneDatabase) async throws -> CorrectionOutcome {
        try await pool.withTransaction { connection in
            let transaction = CorrectionTransaction(connection: connection)
            let (batch, version) = try await transaction.evaluate(day.entries)
            let outcome = WholeDay.outcome(batch.outcomes)
            guard outcome.isAcceptedOrKnown else { return .evaluated(outcome, nil) }
            if case .duplicate = outcome,
                try await !connection.query("Taps/known_records", ["ids": day.unusedIDs]).isEmpty
            {
                return .evaluated(.conflict, nil)
            }
            let preview = try await CorrectionPreview.ofWholeDay(
                day.records, for: person.id, in: batch.firstOffice ?? person.office, connection, zones,
                now: day.entries[0].receivedAt)
            if case .accepted = outcome {
                if let preview, preview.contradiction != nil { return .contradictory(preview) }
                try await transaction.write(batch, version)
            }
            return .evaluated(outcome, preview)
        }
    }

    /// The reason of the correction or the request with this id; nil: there is none.
    package func reason(of id: UUID) async throws -> String? {
        try await pool.withConnection { connection in
            let results = try await connection.pipeline([
                PostgresCommand("Taps/known_records", ["ids": [id]]), PostgresCommand("Corrections/request", ["id": id]),
            ])
            return try (results[0].first ?? results[1].first)?.getIfPresent("reason")
        }
    }

    /// - Returns: nil: the id is unknown, or the tap is another person's.
    package func undoState(of tap: UUID, by person: PersonID, now: Instant) async throws -> UndoState? {
        let rows = try await pool.query("Taps/tap_for_undo", ["id": tap])
        guard let row = rows.first, try row.get("person_id") == person else { return nil }
        let left = try Self.undoTimeLeft(row, now: now)
        return UndoState(isVoided: try row.get("is_voided"), timeLeft: min(max(.zero, left), UndoState.window))
    }

    /// Voids a tap for the person who made it. Undoing it again has no effect.
    /// - Parameter id: the id of the void in the log.
    package func undo(
        _ tap: UUID, of person: Person, as id: UUID = UUID(), now: Instant
    ) async throws -> UndoOutcome {
        let rows = try await pool.query("Taps/tap_for_undo", ["id": tap])
        guard let row = rows.first, try row.get("person_id") == person.id else {
            return .unknownTap
        }
        guard try Self.undoTimeLeft(row, now: now) >= .zero else { return .tooLate }
        let void = Correction(
            id: id, target: tap, change: .void, justification: Justification(author: person.userName, reason: UndoState.reason))
        let outcome = try await correct([CorrectionSubmission(.correction(void), receivedAt: now)])[0]
        return outcome.isAcceptedOrKnown ? .undone : .unknownTap
    }

    /// The events with these ids, with their corrections applied. Unknown and erased events are left out.
    package func events(_ ids: [UUID]) async throws -> [UUID: RecordedEvent] {
        if ids.isEmpty { return [:] }
        return try await pool.withSnapshot { connection in
            let events = try await LoggedEvents(ids, connection).events
            return Dictionary(events.map { ($0.event.id, $0.event) }) { first, _ in first }
        }
    }

    /// The events that requests correct, by the requests' ids. Of an approved request: the event before the approval. Erased events
    /// are left out.
    package func targets(of requests: [CorrectionRequest]) async throws -> [UUID: RecordedEvent] {
        let ids = requests.compactMap(\.record.target)
        if ids.isEmpty { return [:] }
        let approvals = Dictionary(requests.map { ($0.record.id, $0.id) }) { first, _ in first }
        return try await pool.withSnapshot { connection in
            let results = try await connection.pipeline([
                PostgresCommand("Taps/events_by_id", ["ids": ids]),
                PostgresCommand("Record/correction_histories", ["targets": ids]),
            ])
            var targets: [UUID: RecordedEvent] = [:]
            let events = try LoggedEvents(results[0], corrections: results[1]) { correction, event in
                if let request = approvals[try correction.get("id")] { targets[request] = event }
            }.events
            let current = Dictionary(events.map { ($0.event.id, $0.event) }) { first, _ in first }
            for request in requests where targets[request.id] == nil {
                targets[request.id] = request.record.target.flatMap { current[$0] }
            }
            return targets
        }
    }
}

package import Attendance
package import FoundationEssentials
import Postgres

/// What became of a person's wish to undo a tap.
package enum UndoOutcome: Sendable, Equatable {
    case undone
    /// It stands in the log for longer than ``AttendanceStore/undoSeconds``, or was old when it came.
    case tooLate
    /// There is no such tap of theirs.
    case unknownTap
}

/// Whether a tap can be undone by the person who made it.
package struct UndoState: Sendable, Equatable {
    package let isVoided: Bool
    /// Whole seconds that are left; 0 is too late.
    package let secondsLeft: Int64
}

extension AttendanceStore {
    /// For how long after its arrival a tap can be undone by the person who made it. One that a reader kept until later was
    /// made up one's mind about long ago.
    package static let undoSeconds: Int64 = 60
    /// How far a device's clock may be from the server's.
    package static let clockTolerance: Int64 = 120

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
}

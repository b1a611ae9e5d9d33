package import Attendance
package import FoundationEssentials
import Postgres

/// What somebody asks to have corrected. It is no part of the log; an approval puts the correction there.
package struct CorrectionRequest: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable { case open, approved, refused, withdrawn }

    /// Somebody as others read them.
    package struct Named: Sendable, Equatable {
        package let userName: String
        package let displayName: String
    }

    package struct Decision: Sendable, Equatable {
        package let by: Named
        package let comment: String?
        package let at: Instant
    }

    package let id: UUID
    /// Numbers of who asks, and for whom.
    package let askerID: Int64
    package let personID: Int64
    package let asker: Named
    package let person: Named
    /// What an approval puts into the log, under an id of its own, here with the asker as its author.
    package let record: LogRecord
    package let reason: String
    /// The instant as it was written.
    package let atSent: String?
    package let askedAt: Instant
    package let state: State
    package let decision: Decision?
    /// Whether what it is about has changed since, while it is open.
    package let isStale: Bool

    /// Reads a row of `listed_request`.
    init(_ row: PostgresRow) throws {
        id = try row.get(0)
        askerID = try row.get(1)
        asker = Named(userName: try row.get(2), displayName: try row.get(3))
        personID = try row.get(4)
        person = Named(userName: try row.get(5), displayName: try row.get(6))
        atSent = try row.getIfPresent(11)
        reason = try row.get(15)
        askedAt = try row.instant(16)
        state = try row.choice(18)
        isStale = try row.get(23)
        decision = try row.instantIfPresent(22).map { at in
            Decision(
                by: Named(userName: try row.get(19), displayName: try row.get(20)), comment: try row.getIfPresent(21), at: at)
        }
        record = try Self.record(row, Justification(author: asker.userName, reason: reason), user: person.userName)
    }

    private static func record(_ row: PostgresRow, _ justification: Justification, user: String) throws -> LogRecord {
        let id = try row.get(17, as: UUID.self)
        let kind = try row.getIfPresent(9, as: String.self).flatMap(TapKind.init)
        let (at, desk) = (try row.instantIfPresent(10), try row.deskIfPresent(12))
        let office = try row.getIfPresent(14, as: String.self)
        if let kind, let at, try row.get(7, as: String.self) == "add" {
            return .add(Tap(id: id, user: user, kind: kind, at: at, desk: desk, office: office), justification)
        }
        var change = Correction.Change.void
        if try row.get(7, as: String.self) == "amend" {
            var amendment = Amendment(at: at, kind: kind, office: office)
            if try row.get(13, as: Bool.self) { amendment.desk = desk.map { .named($0) } ?? .unnamed }
            change = .amend(amendment)
        }
        return .correction(
            Correction(id: id, target: try row.get(8), change: change, justification: justification))
    }

    /// What is missing for an approval since the place that it named was erased; nil: nothing is.
    package var lack: RejectionReason? {
        switch record {
        case .add(let tap, _): tap.kind == .start && tap.desk == nil ? .deskRequired : nil
        case .correction(let correction): correction.change == .amend(Amendment()) ? .emptySet : nil
        case .tap: nil
        }
    }

    /// The correction as an approval writes it: by the approver, for the asker's reason. Names stay out of it, as nobody can
    /// erase them there; who asked is known by the record's id.
    func submission(approvedBy approver: Person, now: Instant) -> CorrectionSubmission {
        let justification = Justification(author: approver.userName, reason: reason)
        var record = record
        switch record {
        case .tap: break
        case .add(let tap, _): record = .add(tap, justification)
        case .correction(var correction):
            correction.justification = justification
            record = .correction(correction)
        }
        return CorrectionSubmission(record, atSent: atSent, receivedAt: now)
    }
}

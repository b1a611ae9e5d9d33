package import Attendance
package import FoundationEssentials
import Postgres

/// A person's request for a correction. It is not part of the log; an approval appends the correction to the log.
package struct CorrectionRequest: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable { case open, approved, refused, withdrawn }

    package struct Decision: Sendable, Equatable {
        package let by: PersonNames
        package let comment: String?
        package let at: Instant
    }

    package let id: UUID
    /// The requester, and the person of the record.
    package let askerID: PersonID
    package let personID: PersonID
    package let requester: PersonNames
    package let person: PersonNames
    /// The office of the person of the record now.
    package let homeOffice: OfficeID
    /// The record that an approval appends to the log, with its own id; here with the asker as its author.
    package let record: LogRecord
    package let reason: String
    /// The text of the instant as sent.
    package let atSent: String?
    package let askedAt: Instant
    package let state: State
    package let decision: Decision?
    /// Whether it adds a start away from a desk.
    package let isAway: Bool
    /// Whether the request is open and its subject has changed since.
    package let isStale: Bool

    /// Reads a row of `listed_request`.
    init(_ row: PostgresRow) throws {
        id = try row.get("id")
        askerID = try row.get("asker_id")
        requester = PersonNames(userName: try row.get("asker_user"), displayName: try row.get("asker_name"))
        personID = try row.get("person_id")
        person = PersonNames(userName: try row.get("user_name"), displayName: try row.get("display_name"))
        homeOffice = try row.get("home_office_id")
        atSent = try row.getIfPresent("at_sent")
        reason = try row.get("reason")
        askedAt = try row.instant("asked_at")
        state = try row.choice("state")
        isStale = try row.get("is_stale")
        decision = try row.instantIfPresent("decided_at").map { at in
            Decision(
                by: PersonNames(userName: try row.get("decider_user"), displayName: try row.get("decider_name")),
                comment: try row.getIfPresent("comment"), at: at)
        }
        let setsDesk = try row.get("sets_desk", as: Bool.self)
        record = try Self.record(row, Justification(author: requester.userName, reason: reason), user: person.userName)
        isAway = if case .add(let tap, _) = record { tap.isAwayIfAdded && setsDesk } else { false }
    }

    private static func record(_ row: PostgresRow, _ justification: Justification, user: String) throws -> LogRecord {
        let id = try row.get("record_id", as: UUID.self)
        let type = try row.get("type", as: String.self)
        let kind = try row.getIfPresent("kind", as: String.self).flatMap(TapKind.init)
        let (at, desk) = (try row.instantIfPresent("at"), try row.deskIfPresent("desk"))
        let office = try row.getIfPresent("office_name", as: String.self)
        if let kind, let at, type == "add" {
            return .add(Tap(id: id, user: user, kind: kind, at: at, desk: desk, office: office), justification)
        }
        var change = Correction.Change.void
        if type == "amend" {
            var amendment = Amendment(at: at, kind: kind, office: office)
            if try row.get("sets_desk", as: Bool.self) { amendment.desk = Amendment.Desk(desk) }
            change = .amend(amendment)
        }
        return .correction(
            Correction(id: id, target: try row.get("target_id"), change: change, justification: justification))
    }

    /// The reason why an approval is impossible after the erasure of the request's place; nil: it is possible.
    package var missingValue: RejectionReason? {
        switch record {
        case .add(let tap, _): tap.isAwayIfAdded && !isAway ? .deskRequired : nil
        case .correction(let correction): correction.change == .amend(Amendment()) ? .emptySet : nil
        case .tap: nil
        }
    }

    /// The end of a session that the request would add, in seconds since 1970; nil: it asks for something else. The end may be after
    /// the session's deadline.
    package func requestedEnd(of session: Session) -> Int64? {
        guard case .add(let tap, _) = record, tap.kind == .end,
            (session.start...session.start + 86_400).contains(tap.at.seconds)
        else { return nil }
        return tap.at.seconds
    }

    /// The correction as an approval appends it: the approver is the author, and the reason is the asker's. It contains no
    /// names, because names in the log cannot be erased; the record's id leads to the asker.
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

extension OfficeCalendars {
    /// The working days of the event to correct and of the requested tap, as far as they exist. A clock-out in the night may belong to
    /// the session of the day before.
    package mutating func days(of request: CorrectionRequest, _ target: RecordedEvent?) -> [DailyRow.Key] {
        let office = target?.office ?? request.homeOffice
        return request.record.instants(target: target).map { at in
            DailyRow.Key(date: self[office].workingDay(at: at.seconds).date, office: office)
        }
    }
}

package import Attendance
import FoundationEssentials
import Postgres

/// An event with its history: the original report, its sender, and every correction with its author and reason.
package struct EventHistory: Sendable, Equatable {
    /// The event with its corrections applied.
    package let event: RecordedEvent
    package let seq: Int64
    /// The kind and the desk before any correction. The desk is nil if the place was erased.
    package let originalKind: TapKind
    package let originalDesk: DeskID?
    /// Whether it was added as work away from a desk.
    package let wasAway: Bool
    /// The instant and the desk as the client sent them; the desk only if it differs from the normalised one.
    package let atSent: String
    package let deskSent: String?
    /// The reader's name; nil for a phone or an addition.
    package let reader: String?
    /// The program that sent it, or ``TapClient/withoutTag``.
    package let client: String?
    /// What the tag, badge or network proves; nil for an addition, or if the place was erased.
    package let proof: TagProof?
    /// The reason why the tap is suspicious; nil: it is not.
    package let flag: TagFlag?
    /// The author and the reason of an addition; nil for a tap.
    package let addition: Justification?
    /// The approved request; nil: the event was not requested.
    package let approval: Approval?
    /// In the order in which they apply.
    package let corrections: [Step]

    /// Whether the person made the tap on the own page, without a tag.
    package var isWithoutTag: Bool { client == TapClient.withoutTag }

    /// Whether the tap does not count because it was undone.
    package var isUndone: Bool { event.isVoided && corrections.last { $0.correction.change == .void }?.isUndo == true }

    package struct Step: Sendable, Equatable {
        package let correction: Correction
        package let receivedAt: Instant
        /// The approved request; nil: the correction was not requested.
        package let approval: Approval?

        /// Whether the person who made the tap undid it: ``CorrectionStore/undo(_:of:as:now:)``.
        package var isUndo: Bool {
            correction.change == .void && approval == nil && correction.justification.reason == UndoState.reason
        }
    }

    /// A request that the author approved.
    package struct Approval: Sendable, Equatable {
        package let requester: PersonNames
        /// The author's comment on the decision.
        package let comment: String?
    }
}

extension EventHistory {
    /// - Parameter row: of `event_histories`.
    init(_ event: RecordedEvent, _ row: PostgresRow, _ corrections: [Step]) throws {
        self.event = event
        self.corrections = corrections
        seq = try row.get("seq")
        originalKind = try row.choice("kind")
        originalDesk = try row.deskIfPresent("desk")
        wasAway =
            try event.isAdded && originalKind == .start && originalDesk == nil && row.get("has_place", as: Bool.self)
        atSent = try row.get("at_sent")
        deskSent = try row.getIfPresent("desk_sent")
        reader = try row.getIfPresent("reader")
        client = try row.getIfPresent("client")
        addition = try row.getIfPresent("author", as: String.self).map { author in
            Justification(author: author, reason: try row.get("reason"))
        }
        approval = try Approval(row)
        proof = try row.getIfPresent("proof", as: String.self).flatMap(TagProof.init)
        flag = try row.getIfPresent("flag", as: String.self).flatMap(TagFlag.init)
    }
}

extension EventHistory.Approval {
    /// Reads the columns `asker_user`, `asker_name` and `comment`. nil: there was no request.
    fileprivate init?(_ row: PostgresRow) throws {
        guard let userName = try row.getIfPresent("asker_user", as: String.self) else { return nil }
        requester = PersonNames(userName: userName, displayName: try row.get("asker_name"))
        comment = try row.getIfPresent("comment")
    }
}

extension EventHistory.Step {
    /// Reads a row of `correction_histories`.
    init(_ row: PostgresRow) throws {
        var change = try Correction.Change(row)
        if case .amend(var amendment) = change {
            amendment.office = try row.getIfPresent("office_name")
            change = .amend(amendment)
        }
        correction = Correction(
            id: try row.get("id"), target: try row.get("target_id"), change: change,
            justification: Justification(author: try row.get("author"), reason: try row.get("reason")))
        receivedAt = try row.instant("received_at")
        approval = try EventHistory.Approval(row)
    }
}

package import Attendance
import FoundationEssentials
import Postgres

/// An event with all that was said of it: what was reported, by what, and every correction with its author and reason.
package struct EventHistory: Sendable, Equatable {
    /// With the corrections folded onto it.
    package let event: RecordedEvent
    package let seq: Int64
    /// What it was before it was corrected; the desk also where that has not been forgotten.
    package let originalKind: TapKind
    package let originalDesk: DeskID?
    /// The instant and the desk as they were sent; the desk where that differs.
    package let atSent: String
    package let deskSent: String?
    /// The reader's name; nil for a phone or an addition.
    package let reader: String?
    /// The program that sent it.
    package let client: String?
    /// What was odd about it; for whoever looks after people, to ask.
    package let flag: TagFlag?
    /// Who added it and why; nil for a tap.
    package let addition: Justification?
    /// For an addition that was asked for.
    package let approval: Approval?
    /// In the order in which they count.
    package let corrections: [Step]

    package struct Step: Sendable, Equatable {
        package let correction: Correction
        package let receivedAt: Instant
        /// For one that was asked for.
        package let approval: Approval?
    }

    /// That the author approved what somebody had asked for.
    package struct Approval: Sendable, Equatable {
        package let asker: CorrectionRequest.Named
        /// What the author said of it.
        package let comment: String?
    }
}

extension EventHistory {
    init(_ event: RecordedEvent, _ row: PostgresRow, _ corrections: [Step]) throws {
        self.event = event
        self.corrections = corrections
        seq = try row.get(1)
        originalKind = try row.choice(8)
        originalDesk = try row.deskIfPresent(9)
        atSent = try row.get(2)
        deskSent = try row.getIfPresent(3)
        reader = try row.getIfPresent(4)
        client = try row.getIfPresent(5)
        addition = try row.getIfPresent(6, as: String.self).map { Justification(author: $0, reason: try row.get(7)) }
        approval = try Approval(row, from: 10)
        flag = try row.getIfPresent(13, as: String.self).flatMap(TagFlag.init)
    }
}

extension EventHistory.Approval {
    /// - Parameter column: the first of three: the asker's user name, their display name, and the comment.
    fileprivate init?(_ row: PostgresRow, from column: Int) throws {
        guard let userName = try row.getIfPresent(column, as: String.self) else { return nil }
        asker = CorrectionRequest.Named(userName: userName, displayName: try row.get(column + 1))
        comment = try row.getIfPresent(column + 2)
    }
}

extension EventHistory.Step {
    /// Reads a row of `correction_histories`.
    init(_ row: PostgresRow) throws {
        var change = try Correction.Change(row)
        if case .amend(var amendment) = change {
            amendment.office = try row.getIfPresent(11)
            change = .amend(amendment)
        }
        correction = Correction(
            id: try row.get(7), target: try row.get(0), change: change,
            justification: Justification(author: try row.get(9), reason: try row.get(10)))
        receivedAt = try row.instant(8)
        approval = try EventHistory.Approval(row, from: 12)
    }
}

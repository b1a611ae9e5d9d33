package import FoundationEssentials

/// What a tag on a desk says when it is tapped.
package enum TapKind: String, Sendable, Hashable, CaseIterable {
    /// Work begins, goes on after a pause, or goes on at another desk.
    case start
    case pause
    case end

    /// The order of events of one instant: an end before a start lets one session close and the next begin together.
    package var rank: Int {
        switch self {
        case .end: 0
        case .pause: 1
        case .start: 2
        }
    }
}

/// One tap as it was reported, normalised. It is never changed.
package struct Tap: Sendable, Hashable {
    /// Made by whoever saw the tag, so that a tap sent twice is recognised.
    package var id: UUID
    /// The employee's user name.
    package var user: String
    package var kind: TapKind
    package var at: Instant
    /// Where; a start always says so, the tags for pause and end may not.
    package var desk: DeskID?
    /// The office, where the sender knows it.
    package var office: String?

    package init(id: UUID, user: String, kind: TapKind, at: Instant, desk: DeskID?, office: String? = nil) {
        self.id = id
        self.user = user
        self.kind = kind
        self.at = at
        self.desk = desk
        self.office = office
    }

    package var order: TapOrder { TapOrder(at: at, rank: kind.rank, id: id) }
}

/// The place of a tap among all taps: by instant, then end before pause before start, then id. Arrival plays no part.
package struct TapOrder: Sendable, Hashable, Comparable {
    package var at: Instant
    package var rank: Int
    package var id: UUID

    package init(at: Instant, rank: Int, id: UUID) {
        self.at = at
        self.rank = rank
        self.id = id
    }

    package static func < (left: TapOrder, right: TapOrder) -> Bool {
        if left.at != right.at { return left.at < right.at }
        if left.rank != right.rank { return left.rank < right.rank }
        return left.id < right.id
    }
}

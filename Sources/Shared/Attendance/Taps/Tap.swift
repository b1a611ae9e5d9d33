package import FoundationEssentials

/// One tap as reported, normalised. It is never modified.
package struct Tap: Sendable, Hashable {
    /// Created by the client, so that a tap sent twice is recognised.
    package var id: UUID
    /// The employee's user name.
    package var user: String
    package var kind: TapKind
    package var at: Instant
    /// The desk. A tapped start has one, an added start away from a desk has none; tags for pause and end may have none.
    package var desk: DeskID?
    /// The office, if the client knows it.
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

    /// Whether an addition of it is a start of work away from a desk.
    package var isAwayIfAdded: Bool { kind == .start && desk == nil }
}

/// The position of a tap in the record: by instant, then end before pause before start, then id. Independent of arrival.
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

import Postgres

/// What an office, or one of its desks, has for the proof of starts.
package struct ProofCoverage: Sendable, Equatable {
    /// Readers in use that the office's people may tap at.
    package var readers: Int64 = 0
    /// Those of them that read tags, not only badges.
    package var tagReaders: Int64 = 0
    /// The office's people, and those of them who have a badge.
    package var people: Int64 = 0
    package var peopleWithBadge: Int64 = 0
    /// Without desks that are out of service.
    package var desks: Int64 = 0
    /// Desks with a registered tag for starts.
    package var registered: Int64 = 0
    /// Desks with a tag that has a valid certificate or signs its address.
    package var certified: Int64 = 0
    /// Desks with a tag that signs its address.
    package var signing: Int64 = 0

    package init() {}

    init(_ row: PostgresRow) throws {
        readers = try row.get("readers")
        tagReaders = try row.get("tag_readers")
        people = try row.get("people")
        peopleWithBadge = try row.get("people_with_badge")
        desks = try row.get("desks")
        registered = try row.get("registered")
        certified = try row.get("certified")
        signing = try row.get("signing")
    }

    /// The number of desks with a tag of this proof, or a stronger one.
    package func desks(with proof: TagProof) -> Int64 {
        switch proof {
        case .none, .network: 0
        case .uid: registered
        case .certificate: certified
        case .sun: signing
        }
    }

    /// The number of desks at which no start can meet the requirement, or only that of a person with a badge. A network is assumed
    /// to be reachable from every desk, and a reader to be near each.
    package func heldDesks(by requirement: StartRequirement) -> Int64 {
        if requirement.isNothing || !requirement.networks.isEmpty || requirement.acceptsReader && readers > 0 { return 0 }
        if requirement.proof == .uid && readers > 0 && people > 0 && peopleWithBadge == people { return 0 }
        // A phone reads only a signed address.
        return desks - (tagReaders > 0 ? desks(with: requirement.proof) : requirement.proof == .none ? 0 : signing)
    }

    /// Whether the requirement needs a reader, and there is none, or for tags only readers of badges.
    package func lacksReader(for requirement: StartRequirement) -> Bool {
        switch requirement.proof {
        case .uid, .certificate: tagReaders == 0
        case .none, .network, .sun: requirement.acceptsReader && readers == 0
        }
    }
}

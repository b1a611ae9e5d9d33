import Postgres

/// What a start needs in an office to count at once: any one of what is set. Where nothing is, it needs nothing.
package struct StartRequirement: Sendable, Equatable {
    /// The office's own networks, such as `10.0.0.0/8`, from which a phone's tap counts.
    package var networks: [String] = []
    /// Whether any reader suffices.
    package var acceptsReader = false
    /// The proof of its tag that suffices; ``TagProof/none`` where there is none.
    package var proof = TagProof.none

    package init(networks: [String] = [], acceptsReader: Bool = false, proof: TagProof = .none) {
        self.networks = networks
        self.acceptsReader = acceptsReader
        self.proof = proof
    }

    package var isNothing: Bool { self == StartRequirement() }

    /// - Parameter finding: what was found of its tag.
    func isMet(by start: TapSubmission, in office: Int64, _ finding: TagFinding?) -> Bool {
        isNothing || start.networkOf.contains(office) || acceptsReader && start.reader != nil
            || proof != .none && finding?.suffices(for: proof) == true
    }
}

extension StartRequirement {
    /// Reads networks, whether a reader suffices, and the proof, from the columns that begin at `first`.
    init(_ row: PostgresRow, from first: Int) throws {
        networks = try row.get(first, as: String.self).split(separator: ",").map(String.init)
        acceptsReader = try row.get(first + 1)
        proof = try row.choice(first + 2)
    }
}

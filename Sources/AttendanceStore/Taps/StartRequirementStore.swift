import Postgres

/// What an office requires of a start: a network, a proof of the tag.
package struct StartRequirementStore: Sendable {
    let pool: PostgresPool

    /// What a start needs, in the offices where it needs anything.
    package func startRequirements() async throws -> [Int64: StartRequirement] {
        var requirements: [Int64: StartRequirement] = [:]
        for row in try await pool.query("Taps/start_requirements") {
            requirements[try row.get(0)] = try StartRequirement(row, from: 1)
        }
        return requirements
    }

    /// Sets what a start needs in an office to count at once; every server process asks for it from then on.
    package func setStartRequirement(of office: Int64, to requirement: StartRequirement) async throws {
        try await pool.withTransaction { connection in
            try await connection.query(
                "Taps/set_start_requirement", office, requirement.networks, requirement.acceptsReader,
                requirement.proof.rawValue)
            try await connection.notifyAccessChanged()
        }
    }

    /// Sets the proof that suffices, and leaves what else does.
    package func setRequiredProof(of office: Int64, to proof: TagProof) async throws {
        var requirement = try await startRequirements()[office] ?? StartRequirement()
        requirement.proof = proof
        try await setStartRequirement(of: office, to: requirement)
    }
}

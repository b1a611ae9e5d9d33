package import Attendance
import Postgres

/// The requirements of offices and desks for starts.
package struct StartRequirementStore: Sendable {
    let pool: PostgresPool

    /// The requirements by office. Offices without requirements are left out.
    package func startRequirements() async throws -> [OfficeID: StartRequirement] {
        var requirements: [OfficeID: StartRequirement] = [:]
        for row in try await pool.query("Taps/start_requirements") {
            requirements[try row.get("id")] = try StartRequirement(row)
        }
        return requirements
    }

    /// Sets an office's requirements. All server processes apply them from then on.
    package func setStartRequirement(of office: OfficeID, to requirement: StartRequirement) async throws {
        try await pool.withTransaction { connection in
            try await connection.query(
                "Taps/set_start_requirement",
                [
                    "networks": requirement.networks, "reader_suffices": requirement.acceptsReader,
                    "proof": (requirement.proof == .sun ? .certificate : requirement.proof).rawValue,
                    "requires_signature": requirement.proof == .sun, "office": office,
                ])
            try await connection.notifyAccessChanged()
        }
    }

    /// Sets the tag proof that suffices and leaves the other requirements unchanged.
    package func setRequiredProof(of office: OfficeID, to proof: TagProof) async throws {
        var requirement = try await startRequirements()[office] ?? StartRequirement()
        requirement.proof = proof
        try await setStartRequirement(of: office, to: requirement)
    }

    // MARK: Desks

    /// The desks of an office at which a start needs a signed address.
    package func desksRequiringSignature(of office: OfficeID) async throws -> [String] {
        try await pool.query("Taps/desks_that_require_signatures", ["office": office]).map { try $0.get("id") }
    }

    /// Sets whether a start at a desk needs a signed address, whatever its office requires.
    /// - Throws: ``TagRegisterError/unknownDesk(_:)``.
    package func setRequiresSignature(_ isRequired: Bool, at desk: DeskID, of office: OfficeID) async throws {
        try await pool.withTransaction { connection in
            let changed = try await connection.query(
                "Taps/require_signature", ["office": office, "desk": desk.description, "is_required": isRequired])
            guard !changed.isEmpty else { throw TagRegisterError.unknownDesk(desk) }
        }
    }
}

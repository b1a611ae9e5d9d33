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

    /// What the office has for the proof of starts.
    /// - Parameter desk: only this desk; nil: all desks of the office.
    package func coverage(of office: OfficeID, at desk: DeskID? = nil) async throws -> ProofCoverage {
        try ProofCoverage(
            try await pool.query("Taps/proof_coverage", ["office": office, "desk": desk.map(\.description)])[0])
    }

    /// Sets an office's requirements, and which taps are possible, all or nothing. All server processes apply them from then on.
    /// - Parameters:
    ///   - withoutWord: ``TagWordStore/tapsWithoutWord(in:)``; nil: unchanged.
    ///   - withoutTag: ``OfficeStore/allowsTapsWithoutTag(_:)``; nil: unchanged.
    package func setStartRequirement(
        of office: OfficeID, to requirement: StartRequirement, withoutWord: Bool? = nil, withoutTag: Bool? = nil,
        by author: ChangeAuthor = .command, now: Instant? = nil
    ) async throws {
        try await pool.changingSettings(of: office, by: author, now: now) { connection in
            try await connection.query(
                "Taps/set_start_requirement",
                [
                    "networks": requirement.networks, "reader_suffices": requirement.acceptsReader,
                    "proof": (requirement.proof == .sun ? .certificate : requirement.proof).rawValue,
                    "requires_signature": requirement.proof == .sun, "taps_without_word": withoutWord,
                    "taps_without_tag": withoutTag, "office": office,
                ])
            try await connection.notifyAccessChanged()
        }
    }

    // MARK: Desks

    /// The desks of an office at which a start needs a signed address, by name.
    package func signingDesks(of office: OfficeID) async throws -> [String] {
        try await pool.query("Taps/signing_desks", ["office": office]).map { try $0.get("desk") }
    }

    /// Sets whether a start at a desk needs a signed address, whatever its office requires.
    /// - Throws: ``TagRegisterError/unknownDesk(_:)`` if the office has no such desk now.
    package func setSigning(_ isSigning: Bool, at desk: DeskID, of office: OfficeID) async throws {
        let offices = try await pool.query("Floors/offices_of_desk", ["desk": desk.description])
            .map { try $0.get("office_id", as: OfficeID.self) }
        guard !isSigning || offices.contains(office) else { throw TagRegisterError.unknownDesk(desk) }
        try await pool.changingSettings(of: office, by: .command, now: nil) { connection in
            try await connection.query(
                isSigning ? "Taps/add_signing_desk" : "Taps/remove_signing_desk", ["office": office, "desk": desk.description])
        }
    }
}

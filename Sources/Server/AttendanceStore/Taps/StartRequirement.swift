import Attendance
import Postgres

/// An office's requirements for a start to count immediately. One of the set requirements suffices; without any, every start
/// counts.
package struct StartRequirement: Sendable, Equatable {
    /// The office's networks, such as `10.0.0.0/8`. A phone's tap from one of them counts.
    package var networks: [String] = []
    /// Whether a tap at any reader counts.
    package var acceptsReader = false
    /// The tag proof that suffices; ``TagProof/none``: no proof does.
    package var proof = TagProof.none

    package init(networks: [String] = [], acceptsReader: Bool = false, proof: TagProof = .none) {
        self.networks = networks
        self.acceptsReader = acceptsReader
        self.proof = proof
    }

    package var isNothing: Bool { self == StartRequirement() }

    /// Of a desk that requires a signed address, whatever its office requires.
    static let signedAddress = StartRequirement(proof: .sun)

    /// - Parameter verification: the result for the start's tag.
    func isMet(by start: TapSubmission, in office: OfficeID, _ verification: TagVerification?) -> Bool {
        isNothing || !networks.isEmpty && start.networkOf.contains(office) || acceptsReader && start.reader != nil
            || proof != .none && verification?.suffices(for: proof) == true
    }
}

extension StartRequirement {
    /// Reads the columns `required_networks` (joined by commas), `reader_suffices`, `required_proof` and `requires_signature`.
    init(_ row: PostgresRow) throws {
        networks = try row.get("required_networks", as: String.self).split(separator: ",").map(String.init)
        acceptsReader = try row.get("reader_suffices")
        proof = try row.choice("required_proof")
        // An older program may have set another requirement since.
        if proof == .certificate, try row.get("requires_signature") { proof = .sun }
    }
}

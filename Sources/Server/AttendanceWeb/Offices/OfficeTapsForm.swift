import Attendance
import AttendanceStore
import Localization
import WebServer

/// The form for the proof that a start needs, for tags without a word, and for taps without a tag, as typed.
struct OfficeTapsForm: Sendable {
    /// One network a line.
    let networks: String
    let acceptsReader: Bool
    let proof: String
    let allowsNoWord: Bool
    let allowsNoTag: Bool

    init(_ fields: BodyFields) {
        networks = fields["networks"] ?? ""
        acceptsReader = fields.isSet("reader")
        proof = fields["proof"] ?? ""
        allowsNoWord = fields.isSet("without_word")
        allowsNoTag = fields.isSet("without_tag")
    }

    init(_ requirement: StartRequirement, allowsNoWord: Bool, allowsNoTag: Bool) {
        networks = requirement.networks.joined(separator: "\n")
        acceptsReader = requirement.acceptsReader
        proof = requirement.proof.rawValue
        self.allowsNoWord = allowsNoWord
        self.allowsNoTag = allowsNoTag
    }

    /// The proofs of tags that suffice. ``TagProof/network`` is none.
    static let proofs = TagProof.allCases.filter { $0 != .network }

    /// - Throws: ``WebError`` for a line that is no network, or an unknown proof.
    func requirement() throws(WebError) -> StartRequirement {
        var networks: [String] = []
        for (index, line) in self.networks.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let network = String(line).filter { !$0.isWhitespace }
            if network.isEmpty { continue }
            guard (try? NetworkRange(network)) != nil else {
                throw .badRequest(
                    localized("office.badNetwork", ["line": "\(index + 1)", "network": String(network.prefix(64))]),
                    reason: .badNetwork)
            }
            networks.append(network)
        }
        guard let proof = Self.proofs.first(where: { $0.rawValue == self.proof }) else {
            throw .badRequest(localized("office.badProof"), reason: .badSetting)
        }
        return StartRequirement(networks: networks, acceptsReader: acceptsReader, proof: proof)
    }
}

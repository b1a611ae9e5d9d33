import AttendanceStore
import Localization

/// What a clock-in needs to count at once, and which taps are possible without a tag's secret or without a tag.
struct OfficeTapsPage: Page {
    static let template = "pages/Offices/taps"

    /// A kind of tag, with the desks that have one of it or of a stronger kind.
    struct Proof: Sendable {
        let value, name: String
        /// Such as `3 of 16 desks`; nil: no tag.
        let desks: String?
        let isChosen: Bool
    }

    let navigation: Navigation
    let office: OfficeTabs
    let problem: String?
    let address: String
    let form: OfficeTapsForm
    /// What the stored rules do.
    let effect: String
    /// Such as `2 readers`.
    let readers: String
    let proofs: [Proof]
    /// The desks that need a signed address; nil: none.
    let signingDesks: String?

    /// - Parameter signingDesks: by name.
    init(
        navigation: Navigation, _ office: Office, _ form: OfficeTapsForm, _ stored: StartRequirement,
        _ coverage: ProofCoverage, signingDesks: [String], problem: WebError?
    ) {
        self.navigation = navigation
        self.office = OfficeTabs(office, at: Address.adminOfficeTaps)
        self.problem = problem?.sentence
        self.form = form
        address = Address.ofOffice(office.id, Address.adminOfficeTaps)
        effect =
            stored.isNothing
            ? localized("office.noneHeld")
            : OfficeTapsConfirmationPage.effect(of: stored, coverage) ?? localized("office.coveredDesks")
        readers = localized("office.readers", count: coverage.readers)
        proofs = OfficeTapsForm.proofs.map { proof in
            Proof(
                value: proof.rawValue, name: localized("office.proof.\(proof.rawValue)"),
                desks: proof == .none
                    ? nil
                    : localized(
                        "office.desksWith", ["count": "\(coverage.desks(with: proof))", "desks": "\(coverage.desks)"]),
                isChosen: proof.rawValue == form.proof)
        }
        self.signingDesks = signingDesks.isEmpty ? nil : signingDesks.joined(separator: ", ")
    }
}

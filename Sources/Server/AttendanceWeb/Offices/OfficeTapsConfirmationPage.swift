import AttendanceStore
import Localization

/// The page that confirms rules for taps with which clock-ins will be held.
struct OfficeTapsConfirmationPage: Page {
    static let template = "pages/Offices/taps-confirm"

    let navigation: Navigation
    let officeName, address: String
    /// What will be held.
    let effect: String
    /// What the office lacks for the proof.
    let lacks: [String]
    let form: OfficeTapsForm

    init(
        navigation: Navigation, _ office: Office, _ form: OfficeTapsForm, _ requirement: StartRequirement,
        _ coverage: ProofCoverage, effect: String
    ) {
        self.navigation = navigation
        self.form = form
        self.effect = effect
        officeName = office.name
        address = Address.ofOffice(office.id, Address.adminOfficeTaps)
        var lacks: [String] = []
        if coverage.lacksReader(for: requirement) {
            lacks.append(localized(coverage.readers == 0 ? "office.noReader" : "office.onlyBadgeReaders"))
        }
        if requirement.proof != .none {
            lacks.append(
                localized(
                    "office.proofAtDesks",
                    [
                        "proof": localized("office.proof.\(requirement.proof.rawValue)"),
                        "count": "\(coverage.desks(with: requirement.proof))", "desks": "\(coverage.desks)",
                    ]))
        }
        if requirement.proof == .uid, coverage.readers > 0 {
            lacks.append(
                localized(
                    "office.badgeHolders", ["count": "\(coverage.peopleWithBadge)", "people": "\(coverage.people)"]))
        }
        self.lacks = lacks
    }

    /// Such as `All clock-ins will be held until HR has reviewed them.`; nil: each desk has a way to prove a clock-in.
    static func effect(of requirement: StartRequirement, _ coverage: ProofCoverage) -> String? {
        let held = coverage.heldDesks(by: requirement)
        if held == 0 { return nil }
        return held == coverage.desks
            ? localized("office.allHeld")
            : localized("office.someHeld", ["count": "\(held)", "desks": "\(coverage.desks)"])
    }
}

import Attendance
import AttendanceStore
import Hummingbird
import Localization

/// Help (`/about`): links to the places for common tasks, the rules of the viewer's office, version, license and manuals.
struct AboutRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let today = try await store.officeSettings.today(of: viewer, zones, now: context.now)
        let versions = try await store.officeSettings.settings(of: viewer.office)
        let allowsTapsWithoutTag = try await store.offices.allowsTapsWithoutTag(viewer.office)
        let office = try await store.offices.office(viewer.office)?.name ?? ""
        let requirement = try await store.startRequirements.startRequirements()[viewer.office] ?? StartRequirement()
        let names = OfficeRules.names(
            try await store.mapPrivacy.mapPrivacy(of: viewer.office),
            areOnWall: try await store.displays.officesWithNames().contains(viewer.office))
        let reminders = OfficeRules.reminders(try await store.reminders.officeReminders(of: viewer.office))
        return try pages.render(
            AboutPage(
                navigation: try await Navigation(for: context, at: nil, store),
                isAdministrator: viewer.may(.administer), rulesOf: localized("about.rules.explained", ["office": office]),
                rules: names
                    + [OfficeRules.tapsWithoutTag(areAllowed: allowsTapsWithoutTag), OfficeRules.forgottenEnd, reminders],
                otherRules: versions.valid(on: today).map { OfficeRules.sentences($0, requirement) } ?? [],
                planned: versions.planned(after: today).compactMap { before, after in
                    PlannedRules(
                        from: after.validFrom, before: OfficeRules.sentences(before, requirement),
                        after: OfficeRules.sentences(after, requirement))
                },
                retention: viewer.retentionAddress))
    }
}

struct AboutPage: Page {
    static let template = "pages/Offices/about"

    let navigation: Navigation
    let license = "Apache License 2.0"
    let licenseAddress = "https://www.apache.org/licenses/LICENSE-2.0"
    /// Whether to say where the rules are changed.
    let isAdministrator: Bool
    /// To which office the rules apply, as a sentence.
    let rulesOf: String
    /// The rules in force today that people need most, and all others, a sentence each.
    let rules, otherRules: [String]
    /// The earliest first.
    let planned: [PlannedRules]
    /// The page about how long data is kept; nil: the viewer may not open it.
    let retention: String?
}

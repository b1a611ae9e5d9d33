import Attendance
import AttendanceStore
import Localization

/// How an office's time is counted: the form for a change from a working day on, planned changes, and all versions.
struct OfficeTimePage: Page {
    static let template = "pages/Offices/time"

    /// A version of the settings.
    struct Version: Sendable {
        let validFrom: String
        let isCurrent, isPlanned: Bool
        /// Those that differ from the version before; all of the first version.
        let settings: String
    }

    /// A change from tomorrow on.
    struct Planned: Sendable {
        /// Such as `From 30 Nov 2026 (planned) · Working day begins at: 05:00`.
        let text: String
        let day: String
        /// Only the last one can be cancelled.
        let isLast: Bool
    }

    let navigation: Navigation
    let office: OfficeTabs
    let problem: String?
    let address, cancelAddress: String
    let form: OfficeTimeForm
    let zones: [TimeZoneChoice]
    let attributions: [Choice]
    /// Whether the form offers to change daily rows.
    let offersRederiving: Bool
    /// Whether the form's rare settings are shown.
    let opensAdvanced: Bool
    /// The earliest first.
    let planned: [Planned]
    /// The first day of the last planned change: the form takes no day before it. Nil: there is none.
    let earliestDay: String?
    let versions: [Version]

    /// - Parameters:
    ///   - versions: the earliest first. Each changes a setting of the version before it.
    ///   - today: at the office.
    init(
        navigation: Navigation, _ office: Office, _ form: OfficeTimeForm, _ versions: [OfficeSettingsVersion],
        today: CivilDate, zones: [TimeZoneChoice], problem: WebError?
    ) {
        self.navigation = navigation
        self.office = OfficeTabs(office, at: Address.adminOfficeTime)
        self.problem = form.problems.first == nil ? problem?.sentence : nil
        self.form = form
        self.zones = zones
        address = Address.ofOffice(office.id, Address.adminOfficeTime)
        cancelAddress = Address.ofOffice(office.id, Address.adminCancelOfficeChange)
        offersRederiving = problem?.reason == .rowsWouldChange || form.allowsChangedRows
        opensAdvanced = problem != nil
        attributions = AttendancePolicy.Attribution.allCases.map { attribution in
            Choice(
                value: attribution.rawValue, name: localized("office.attribution.\(attribution.rawValue)"),
                isChosen: attribution.rawValue == form.attribution)
        }
        let (current, changes) = (versions.valid(on: today), versions.planned(after: today))
        planned = changes.map { before, after in
            let title = localized("office.planned", ["day": Self.beginning(after)])
            return Planned(
                text: title + Self.separator + Self.settings(after, changing: before), day: after.validFrom?.description ?? "",
                isLast: after == changes.last?.after)
        }
        earliestDay = changes.last?.after.validFrom?.description
        self.versions = versions.enumerated().map { index, version in
            let before: OfficeSettingsVersion? = index == 0 ? nil : versions[index - 1]
            return Version(
                validFrom: Self.beginning(version), isCurrent: version == current,
                isPlanned: version.validFrom.map { $0 > today } ?? false, settings: Self.settings(version, changing: before))
        }
    }

    private static let separator = " · "

    private static func beginning(_ version: OfficeSettingsVersion) -> String {
        version.validFrom?.short ?? localized("office.fromBeginning")
    }

    /// The settings that differ from those of `before`; all if it is nil.
    private static func settings(_ version: OfficeSettingsVersion, changing before: OfficeSettingsVersion?) -> String {
        let before = before.map { settings($0) } ?? []
        return settings(version).filter { !before.contains($0) }.joined(separator: separator)
    }

    /// Each setting with its name, always in the same order.
    private static func settings(_ version: OfficeSettingsVersion) -> [String] {
        version.texts.compactMap { SettingWords.setting($0, $1) }.map { setting in
            localized("office.setting", ["name": setting.name, "value": setting.value])
        }
    }
}

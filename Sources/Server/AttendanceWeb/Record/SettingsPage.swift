import Attendance
import AttendanceStore
import Localization

/// A person's settings and what concerns their privacy: devices, reminders, the name on the map, the own data and its viewers.
struct SettingsPage: Page {
    static let template = "pages/Record/settings"

    let navigation: Navigation
    /// The devices used last.
    let devices: [DevicesPage.Device]
    /// The number of devices not shown; nil instead of 0.
    let furtherDevices: Int?
    /// Whether reminders reach the person.
    let reminders: String
    /// nil if the office leaves no choice about names on the map.
    let ownName: OwnName?
    /// The period of an export: by default this month, or the one that was refused, as typed.
    let from, to: String
    /// Why the period of an export was refused; nil: it was not.
    let exportProblem: String?
    let exportCSV = Address.myExportCSV
    let exportXLSX = Address.myExportXLSX
    /// Whether a schedule applies to the person, so that there are targets and balances.
    let hasHours: Bool
    let hoursCSV = Address.myHoursCSV
    let hoursXLSX = Address.myHoursXLSX
    let dataJSON = Address.myDataJSON
    let dataCSV = Address.myDataCSV
    /// The latest views of the record by other people, latest first.
    let viewers: [ViewerModel]

    private static let devicesShown = 3

    init(
        navigation: Navigation, devices: [DevicesPage.Device], reminders: String, name: OwnName?,
        month: ClosedRange<CivilDate>, refused: RefusedExport?, hasHours: Bool, viewers: [ViewerModel]
    ) {
        self.navigation = navigation
        self.devices = Array(devices.prefix(Self.devicesShown))
        let further = devices.count - self.devices.count
        furtherDevices = further > 0 ? further : nil
        self.reminders = reminders
        ownName = name
        from = refused?.from ?? month.lowerBound.description
        to = refused?.to ?? month.upperBound.description
        exportProblem = refused?.problem
        self.hasHours = hasHours
        self.viewers = viewers
    }
}

/// An export of the own record that was refused because of its period, as typed.
struct RefusedExport: Sendable {
    let from, to, problem: String
}

import Attendance
import AttendanceStore
import Localization
import WebServer

/// The list of offices, and the form for another one.
struct OfficeListPage: Page {
    static let template = "pages/Offices/offices"

    struct Row: Sendable { let officeName, timeZone, settingsAddress: String }

    let navigation: Navigation
    let address = Address.adminOffices
    let problem: String?
    let rows: [Row]
    let typed: OfficeForm
    let zones: [TimeZoneChoice]

    init(
        navigation: Navigation, _ offices: [Office], zones: [TimeZoneChoice], problem: String? = nil,
        typed: OfficeForm = OfficeForm()
    ) {
        self.zones = zones
        self.navigation = navigation
        self.problem = problem
        self.typed = typed
        rows = offices.map { office in
            Row(
                officeName: office.name, timeZone: LocalClock.zoneName(office.timeZone),
                settingsAddress: Address.ofOffice(office.id))
        }
    }
}

/// The form for a new office, as typed.
struct OfficeForm: Sendable {
    let name, timeZone: String

    /// - Parameter fields: nil for an empty form.
    init(_ fields: BodyFields? = nil) {
        name = fields?["name"] ?? ""
        timeZone = fields?.timeZone ?? ""
    }

    /// - Throws: ``StoreError/badName(longest:)``, ``WebError`` if the time zone is unknown.
    func office(_ zones: TimeZoneDatabase) throws -> (name: String, timeZone: String) {
        let name = try OfficeStore.name(name)
        return (name, try zones.zone(named: timeZone))
    }
}

import Attendance
import AttendanceStore
import Localization
import WebServer

/// The list of offices, and the form for another one.
struct OfficeListPage: Page {
    static let template = "pages/Offices/offices"

    struct Row: Sendable { let officeName, timeZone, settingsAddress: String }

    let navigation: Navigation
    let admin = AdminNavigation(at: Address.adminOffices)
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

    /// - Throws: ``WebError`` if the name is missing or invalid, or the time zone unknown.
    func office(_ zones: TimeZoneDatabase) throws(WebError) -> (name: String, timeZone: String) {
        let name = try Self.name(name)
        return (name, try zones.zone(named: timeZone))
    }

    /// The name in its kept form.
    /// - Throws: ``WebError`` if it is empty or invalid.
    static func name(_ text: String) throws(WebError) -> String {
        guard let name = OfficeStore.name(text) else { throw .badRequest(localized("office.badName"), reason: .badName) }
        return name
    }
}

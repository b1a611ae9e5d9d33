import Attendance
import AttendanceStore
import Localization

/// The page with the charts of an office's use, and the same numbers as tables.
struct ChartsPage: Page {
    static let template = "pages/HR/charts"

    let navigation: Navigation
    let office: String
    let period: String
    let from: String
    let to: String
    let offices: [Choice]
    let hasSeveralOffices: Bool
    let occupancy: OccupancyChart
    let deskUse: DeskUseChart
    /// HR's page of the same period and, of several offices, the same office.
    let hr: String

    init(
        navigation: Navigation, _ use: OfficeUse, floors: [(name: String, desks: [DeskID])], offices: [Office]
    ) {
        self.navigation = navigation
        office = use.office.name
        period = use.period.localizedText
        (from, to) = (use.period.lowerBound.description, use.period.upperBound.description)
        self.offices = offices.map { Choice(name: $0.name, isChosen: $0.id == use.office.id) }
        hasSeveralOffices = offices.count > 1
        hr =
            Address.hr + "?"
            + Address.query([("from", from), ("to", to)] + (hasSeveralOffices ? [("office", office)] : []))
        occupancy = OccupancyChart(use)
        deskUse = DeskUseChart(use, floors: floors, isPicture: false)
    }

    static func address(_ chart: String, _ office: String, _ period: ClosedRange<CivilDate>) -> String {
        "\(chart)?office=\(Address.percentEncoded(office))&from=\(period.lowerBound)&to=\(period.upperBound)"
    }
}

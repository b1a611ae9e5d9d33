import Attendance
import AttendanceStore
import Localization

/// A sentence below a chart.
struct ChartNote: Sendable {
    let words: String
    /// The base line in the picture to download.
    let y: Int

    /// - Parameter end: the end of the chart itself.
    static func lines(_ words: [String], below end: Int) -> [ChartNote] {
        words.enumerated().map { ChartNote(words: $1, y: end + 34 + $0 * 20) }
    }
}

/// The page with the charts of an office's use, and the same numbers as tables.
struct ChartsPage: Page {
    static let template = "pages/HR/charts"
    /// The height of a picture's title and subtitle, which the page shows as text.
    static let textHeight = 80

    let navigation: Navigation
    let office: String
    /// The office and the period.
    let heading: String
    let from: String
    let to: String
    /// This month and last month.
    let months: [Link]
    let offices: [Choice]
    let hasSeveralOffices: Bool
    /// Why the period was refused; nil: it was not.
    let problem: String?
    /// The charts; nil: the period was refused.
    let occupancy: OccupancyChart?
    let deskUse: DeskUseChart?
    /// HR's page of the same period and, of several offices, the same office.
    let hr: String

    init(
        navigation: Navigation, _ use: OfficeUse, floors: [(name: String, desks: [DeskID])], offices: [Office],
        today: CivilDate
    ) {
        self.navigation = navigation
        office = use.office.name
        heading = localized("chart.of", ["office": use.office.name, "period": use.period.localizedText])
        (from, to) = (use.period.lowerBound.description, use.period.upperBound.description)
        months = Self.months(today, of: use.office, shown: use.period)
        self.offices = offices.map { Choice(name: $0.name, isChosen: $0.id == use.office.id) }
        hasSeveralOffices = offices.count > 1
        hr =
            Address.hr + "?"
            + Address.query([("from", from), ("to", to)] + (hasSeveralOffices ? [("office", office)] : []))
        problem = nil
        occupancy = OccupancyChart(use, isPicture: false)
        deskUse = DeskUseChart(use, floors: floors, isPicture: false)
    }

    /// The form with a period that was refused, as typed.
    init(
        navigation: Navigation, of office: Office, offices: [Office], from: String, to: String, problem: String,
        today: CivilDate
    ) {
        self.navigation = navigation
        months = Self.months(today, of: office, shown: nil)
        (self.office, heading) = (office.name, office.name)
        (self.from, self.to, self.problem) = (from, to, problem)
        self.offices = offices.map { Choice(name: $0.name, isChosen: $0.id == office.id) }
        hasSeveralOffices = offices.count > 1
        (occupancy, deskUse) = (nil, nil)
        hr = Address.hr
    }

    private static func months(_ today: CivilDate, of office: Office, shown: ClosedRange<CivilDate>?) -> [Link] {
        let thisMonth = today.month
        return [("hr.thisMonth", thisMonth), ("hr.lastMonth", thisMonth.lowerBound.adding(days: -1).month)].map { key, month in
            Link(
                name: localized(key), address: address(Address.charts, office.name, month), isCurrent: month == shown)
        }
    }

    static func address(_ chart: String, _ office: String, _ period: ClosedRange<CivilDate>) -> String {
        "\(chart)?office=\(Address.percentEncoded(office))&from=\(period.lowerBound)&to=\(period.upperBound)"
    }
}

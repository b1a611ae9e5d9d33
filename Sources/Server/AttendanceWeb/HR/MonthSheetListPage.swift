import Attendance
import AttendanceStore
import Localization

/// The months of several people to print and sign, each on its own sheet.
struct MonthSheetListPage: Page {
    static let template = "pages/HR/month-sheets"

    let navigation: Navigation
    let month: String
    /// The name of the team, or of several; nil: the people are not selected by team.
    let team: String?
    let sheets: [MonthSheet]
    /// The people with days without a clock-out, and the number of these days. The links lead to the records.
    let incomplete: [Link]
    /// The page that led here, with the same filter.
    let origin: Link

    /// - Parameter sheets: in the order of people in lists.
    init(
        navigation: Navigation, _ month: ClosedRange<CivilDate>, _ sheets: [MonthSheet], of team: String?, for viewer: Person,
        from origin: Link
    ) {
        self.navigation = navigation
        self.month = month.lowerBound.monthAndYear
        self.team = team
        self.sheets = sheets
        incomplete = sheets.filter { $0.daysWithoutEnd > 0 }.map { sheet in
            let record = sheet.user == viewer.userName ? Address.me : Address.person(sheet.user)
            let name = localized("sheets.withoutEnd", count: sheet.daysWithoutEnd, ["name": sheet.person])
            return Link(name: name, address: "\(record)?month=\(month.lowerBound.yearAndMonth)")
        }
        self.origin = origin
    }
}

import Attendance
import Localization

/// The months of several people to print and sign, each on its own sheet.
struct MonthSheetListPage: Page {
    static let template = "pages/HR/month-sheets"

    let navigation: Navigation
    let month: String
    let sheets: [MonthSheet]
    /// The page that led here.
    let origin: Link

    init(navigation: Navigation, _ month: ClosedRange<CivilDate>, _ sheets: [MonthSheet], from origin: Link) {
        self.navigation = navigation
        self.month = month.lowerBound.monthAndYear
        self.sheets = sheets.sorted { ($0.person, $0.user) < ($1.person, $1.user) }
        self.origin = origin
    }
}

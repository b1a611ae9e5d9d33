import Attendance
import Localization

/// The months of several people to print and sign, each on its own sheet.
struct MonthSheetListPage: Page {
    static let template = "pages/HR/month-sheets"

    let navigation: Navigation
    let month: String
    let sheets: [MonthSheet]
    /// The attendance page with the same selection.
    let attendanceAddress: String

    init(navigation: Navigation, _ choice: AttendanceChoice, _ sheets: [MonthSheet]) {
        self.navigation = navigation
        month = choice.period.lowerBound.monthAndYear
        self.sheets = sheets
        attendanceAddress = choice.address
    }
}

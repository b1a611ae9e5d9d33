import Attendance
import AttendanceStore
import Localization

/// The page that imports holidays from a shipped calendar or a file, with a preview.
struct HolidayImportPage: Page {
    static let template = "pages/Hours/holiday-import"

    struct Problem: Sendable {
        let line: Int
        let sentence: String
    }

    let navigation: Navigation
    let address = Address.workingTimeHolidayImport
    let listAddress = Address.workingTimeHolidays
    let fileAddress = Address.adminImportFile
    /// A new ``FormToken``.
    let form: String
    let calendar: String
    /// The names of all calendars, as proposals.
    let calendars: [String]
    /// The code of the shipped calendar; nil: a file.
    let shipped: String?
    let isForecast: Bool
    let text, from: String
    let problem: String?
    /// About the calendar's name, or the year.
    let nameProblem, yearProblem: String?
    let problems: [Problem]
    /// The number of further problems that are not shown; nil instead of 0.
    let moreProblems: Int?
    let preview: HolidayPreview?
    /// Signs in again and returns to this page; nil: the sign-in is fresh enough.
    let signInAgain: String?

    /// The maximum number of problems shown.
    private static let mostProblems = 200

    init(
        navigation: Navigation, form: FormToken, _ typed: HolidayImportForm, calendar: String, of calendars: [HolidayCalendar],
        shipped: ShippedCalendars.Calendar?, today: CivilDate, hasFreshSignIn: Bool, problem: WebError?,
        lines: [ImportProblem], preview: HolidayPreview?
    ) {
        self.navigation = navigation
        self.form = form.text
        self.calendar = calendar
        self.calendars = calendars.filter { $0.years != nil }.map(\.name)
        self.shipped = shipped?.code
        isForecast = shipped?.isForecast == true
        text = typed.text
        from = typed.from.isEmpty ? "\(HolidayImportForm.usualYear(today))" : typed.from
        nameProblem = problem?.reason == .badName ? problem?.sentence : nil
        yearProblem = problem?.reason == .badPeriod ? problem?.sentence : nil
        self.problem = nameProblem == nil && yearProblem == nil ? problem?.sentence : nil
        problems = lines.prefix(Self.mostProblems).map { Problem(line: $0.line, sentence: $0.fault.sentence) }
        moreProblems = lines.count > Self.mostProblems ? lines.count - Self.mostProblems : nil
        self.preview = preview
        let here = Address.holidayImport(typed.name.isEmpty ? nil : typed.name, shipped: shipped?.code)
        signInAgain = hasFreshSignIn ? nil : Address.signInAgain(to: here)
    }
}

import Attendance
import AttendanceStore
import Localization

/// The list of holiday calendars, and for administrators the ways to add one.
struct HolidayListPage: Page {
    static let template = "pages/Hours/holidays"

    struct Row: Sendable {
        let calendar, about, address: String
    }

    let navigation: Navigation
    /// Whether the page has forms.
    let mayChange: Bool
    let rows: [Row]
    /// Calendars in use that end soon.
    let notices: [String]
    let countries: [CalendarCountry]
    let importAddress = Address.workingTimeHolidayImport
    let calendarAddress = Address.workingTimeCalendar
    /// About the name of a new calendar.
    let nameProblem: String?
    let typedName: String

    /// - Parameter zone: that of the viewer's office, whose country comes first.
    init(
        navigation: Navigation, _ calendars: [HolidayCalendar], shipped: [ShippedCalendars.Calendar],
        zone: String?, ending: [HolidayStore.EndingCalendar], today: CivilDate, mayChange: Bool, nameProblem: String? = nil,
        typedName: String = ""
    ) {
        (self.navigation, self.mayChange) = (navigation, mayChange)
        (self.nameProblem, self.typedName) = (nameProblem, typedName)
        notices = ending.map(\.sentence)
        rows = calendars.compactMap { calendar in
            guard let years = calendar.years else { return nil }
            let span = years.count == 1 ? "\(years.lowerBound)" : "\(years.lowerBound)–\(years.upperBound)"
            let next = calendar.days.first { $0.date >= today }.map { day in
                localized("holidays.next", ["day": day.localizedText])
            }
            return Row(
                calendar: calendar.name, about: ([span] + [next].compactMap(\.self)).joined(separator: " · "),
                address: Address.holidayCalendar(calendar.name))
        }
        countries = CalendarCountry.all(shipped, zone: zone)
    }
}

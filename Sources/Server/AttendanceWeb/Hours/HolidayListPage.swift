import Attendance
import AttendanceStore
import Localization

/// The list of holiday calendars, and for administrators the ways to add one.
struct HolidayListPage: Page {
    static let template = "pages/Hours/holidays"

    struct Row: Sendable {
        let calendar, about, address: String
    }

    /// A country with its shipped calendars.
    struct Country: Sendable {
        let country: String
        let calendars: [Choice]
    }

    /// The countries of shipped calendars that have a text. Others have their code.
    static let countries = ["AT", "CH", "DE", "FR", "GB", "JP", "NL", "SE", "US"]

    let navigation: Navigation
    /// Whether the page has forms.
    let mayChange: Bool
    let rows: [Row]
    /// Calendars in use that end soon.
    let notices: [String]
    let countries: [Country]
    let importAddress = Address.workingTimeHolidayImport
    let calendarAddress = Address.workingTimeCalendar
    /// About the name of a new calendar.
    let nameProblem: String?
    let typedName: String

    init(
        navigation: Navigation, _ calendars: [HolidayCalendar], shipped: [ShippedCalendars.Calendar],
        ending: [HolidayStore.EndingCalendar], today: CivilDate, mayChange: Bool, nameProblem: String? = nil,
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
        var countries: [Country] = []
        for calendar in shipped {
            let country = calendar.country
            let name = Self.countries.contains(country) ? localized("holidays.country.\(country)") : country
            let choice = Choice(value: calendar.code, name: calendar.name, isChosen: false)
            if let last = countries.last, last.country == name {
                countries[countries.count - 1] = Country(country: name, calendars: last.calendars + [choice])
            } else {
                countries.append(Country(country: name, calendars: [choice]))
            }
        }
        self.countries = countries.sorted { $0.country < $1.country }
    }
}
